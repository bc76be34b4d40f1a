/**
 * The map from far out, where no title of a card can be read: tints by kind and color, the names of
 * groups, and dots for where the story starts and ends.
 */

import type { BadgeKind } from './badges'
import { readable } from './contrast'
import { type DrawContext, font, isCardFaded, oneLine } from './drawContext'
import { type CardShape, GROUP_TITLE, titleArea } from './scene'
import { accentOf } from './theme'

/** How much of its color a card has: less than a solid block, so that dots and names stand out. */
const TINT = 0.5
/** The size of a dot, in CSS pixels, and below which zoom it would hide several cards. */
const DOT = 6
const DOTS_FROM = 0.035

/** Cards as tints of their colors: one fill for each color. */
export function drawTints(brush: DrawContext, cards: readonly CardShape[], zoom: number): void {
  const { context, theme } = brush
  const least = 2 / zoom
  const byColor = new Map<string, CardShape[]>()
  const shown = cards.filter((it) => !it.isGroup)
  const clear = shown.filter((it) => !isCardFaded(brush, it.id))
  for (const card of clear) {
    // From far out the status tells more than the kind, which most cards share.
    const accent = accentOf(theme, card.kind, card.color ?? card.tint)
    const same = byColor.get(accent)
    if (same) same.push(card)
    else byColor.set(accent, [card])
  }
  const fill = (color: string, alpha: number, those: readonly CardShape[]) => {
    context.globalAlpha = alpha
    context.fillStyle = color
    context.beginPath()
    for (const card of those) {
      context.rect(card.x, card.y, Math.max(card.width, least), Math.max(card.height, least))
    }
    context.fill()
    context.globalAlpha = 1
  }
  // Lines do not shine through.
  fill(theme.card, 1, shown)
  for (const [accent, same] of byColor) fill(accent, TINT, same)
  if (zoom >= DOTS_FROM) drawDots(brush, clear, zoom)
}

/** Dots for the start, filled, and for endings, as rings. */
function drawDots(
  { context, theme }: DrawContext,
  cards: readonly CardShape[],
  zoom: number,
): void {
  const marked = (kind: BadgeKind) =>
    cards.filter((card) => card.badges?.some((it) => it.kind === kind))
  const trace = (those: readonly CardShape[]) => {
    context.beginPath()
    for (const { x, y, width, height } of those) {
      const [cx, cy] = [x + width / 2, y + height / 2]
      context.moveTo(cx + DOT / 2 / zoom, cy)
      context.arc(cx, cy, DOT / 2 / zoom, 0, Math.PI * 2)
    }
  }
  context.lineWidth = 1.5 / zoom
  trace(marked('ending'))
  context.fillStyle = theme.card
  context.fill()
  context.strokeStyle = theme.title
  context.stroke()
  trace(marked('start'))
  context.fillStyle = theme.selection
  context.fill()
  context.strokeStyle = theme.card
  context.stroke()
}

/** The titles of groups lie over the cards: a card beside a group would hide the title above it. */
export function drawGroupTitles(
  brush: DrawContext,
  groups: readonly CardShape[],
  zoom: number,
): void {
  const { context, theme } = brush
  for (const group of groups) {
    const { size, x, y, width, height } = titleArea(group, zoom)
    const { inset } = GROUP_TITLE
    // A few letters of it would say nothing.
    if (width < 2 * inset + 2 * size) continue
    context.font = font(theme, size, 650)
    const title = oneLine(brush, group.title, group.width - 2 * inset)
    const ends = context.measureText(title).width
    const note = noteBeside(brush, group, { size, room: group.width - 2 * inset - ends })
    const wide = ends + (note ? note.width + size * 0.6 : 0)
    context.font = font(theme, size, 650)
    context.beginPath()
    context.roundRect(x + inset / 2, y + height * 0.1, wide + inset, height * 0.8, size / 3)
    context.globalAlpha = 0.88
    context.fillStyle = theme.background
    context.fill()
    context.globalAlpha = 1
    const accent = group.color && accentOf(theme, group.kind, group.color)
    context.fillStyle = accent ? readable(accent, theme.background, theme.title) : theme.text
    context.textBaseline = 'middle'
    context.fillText(title, x + inset, y + height / 2)
    if (!note) continue
    context.font = note.font
    context.fillStyle = theme.faint
    context.fillText(note.text, x + inset + ends + size * 0.6, y + height / 2)
  }
}

/** What a group says of what it holds, smaller beside its title, where there is room for all of it. */
function noteBeside(
  { context, theme }: DrawContext,
  group: CardShape,
  { size, room }: { size: number; room: number },
): { text: string; font: string; width: number } | undefined {
  if (!group.footnote) return undefined
  const small = font(theme, size * 0.78, 450)
  context.font = small
  const { width } = context.measureText(group.footnote)
  return width + size * 0.6 > room ? undefined : { text: group.footnote, font: small, width }
}
