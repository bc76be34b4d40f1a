/** What drawing needs: a context, colors and pictures, and text whose line breaks are cached. */

import type { LabelLayout } from './labelLayout'
import type { LinkShape } from './scene'
import { MemoCache, shortened, wrapped } from './text'
import type { Theme } from './theme'

/**
 * The look of a picture by its address, for a place so wide in device pixels; `undefined` while it
 * loads.
 */
export type Pictures = (address: string, across: number) => ImageBitmap | undefined

/** What is drawn as usual while the rest fades. */
export interface Emphasis {
  /** The cards that matter, with the links between them; all if left out. */
  cards?: ReadonlySet<string>
  /** The links that matter; all if left out. */
  links?: ReadonlySet<string>
}

export interface DrawContext {
  context: CanvasRenderingContext2D
  theme: Theme
  pictures: Pictures
  /** Device pixels per pixel. */
  ratio: number
  /** Dragged cards: they and their links are omitted here and drawn on top instead. */
  dragged: ReadonlySet<string>
  /** The positions of link labels. */
  labels: LabelLayout
  emphasis: Emphasis
}

/** How much of a card and of a link is left that does not matter. */
export const FADED = { card: 0.22, link: 0.5 }

export function isCardFaded({ emphasis: { cards } }: DrawContext, id: string): boolean {
  return cards !== undefined && !cards.has(id)
}

export function isLinkFaded({ emphasis }: DrawContext, link: LinkShape): boolean {
  const { cards, links } = emphasis
  if (links && !links.has(link.id)) return true
  return cards !== undefined && !(cards.has(link.from) && cards.has(link.to))
}

const lines = new MemoCache<string[]>()

/** Recomputes line breaks, after a font has loaded and letters have changed their width. */
export function clearTextCache(): void {
  lines.clear()
}

export function font(theme: Theme, size: number, weight: number): string {
  return `${weight} ${size}px ${theme.font}`
}

/** The lines of a text in a font, computed once and cached. */
export function linesOf(
  { context }: Pick<DrawContext, 'context'>,
  text: string,
  width: number,
  most: number,
): string[] {
  const key = `${context.font}|${Math.round(width)}|${most}|${text}`
  return lines.get(key, () => wrapped(text, width, most, (it) => context.measureText(it).width))
}

export function oneLine(
  { context }: Pick<DrawContext, 'context'>,
  text: string,
  width: number,
): string {
  const key = `${context.font}|${Math.round(width)}|1|${text}`
  const made = lines.get(key, () => [shortened(text, width, (it) => context.measureText(it).width)])
  return made[0] ?? ''
}
