/** How much of a card is drawn at a zoom: what could not be read is not drawn. */

import type { Rect } from './geometry'

export type Detail = 'speck' | 'block' | 'title' | 'full'

export function detailAt(zoom: number): Detail {
  if (zoom < 0.09) return 'speck'
  if (zoom < 0.28) return 'block'
  if (zoom < 0.55) return 'title'
  return 'full'
}

/** From this zoom on links carry their labels and arrow heads. */
export const LABELS_FROM = 0.55
export const ARROWS_FROM = 0.22

/** So wide is a card's picture, in map units; narrower where its title is written large. */
const PICTURE = { full: 88, title: 60 }
/** At most so large a part of a narrow card. */
const PART = 0.4

/**
 * Where on a card its picture lies: along its right side, so that the card keeps its size when it gains
 * one, and what a writer has laid out stays as it is.
 */
export function pictureArea(card: Rect & { picture?: string }, detail: Detail): Rect | undefined {
  if (!card.picture || detail === 'block' || detail === 'speck') return undefined
  const width = Math.min(PICTURE[detail], card.width * PART)
  return { x: card.x + card.width - width, y: card.y, width, height: card.height }
}
