/** How much of a card is drawn at a zoom: what could not be read is not drawn. */

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
