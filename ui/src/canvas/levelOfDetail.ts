/** How much of a card is drawn at a zoom: what would be unreadable is not drawn. */

import type { Rect } from './geometry'

export type Detail = 'speck' | 'block' | 'title' | 'full'

export function detailAt(zoom: number): Detail {
  if (zoom < 0.2) return 'speck'
  if (zoom < 0.28) return 'block'
  if (zoom < 0.55) return 'title'
  return 'full'
}

/** From this zoom on links have labels and arrow heads. */
export const LABELS_FROM = 0.55
export const ARROWS_FROM = 0.22

/** The width of a card's picture, in map units; narrower when its title is enlarged. */
const PICTURE = { full: 88, title: 60 }
/** The maximum fraction of a narrow card. */
const PART = 0.4

/**
 * The picture's area on a card: along its right side, so that the card keeps its size when it gets
 * one, and the writer's layout does not change.
 */
export function pictureArea(card: Rect & { picture?: string }, detail: Detail): Rect | undefined {
  if (!card.picture || detail === 'block' || detail === 'speck') return undefined
  const width = Math.min(PICTURE[detail], card.width * PART)
  return { x: card.x + card.width - width, y: card.y, width, height: card.height }
}
