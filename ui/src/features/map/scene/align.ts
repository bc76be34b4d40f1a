/** Aligns and distributes cards: the new position of each. Pure. */

import { bounds, type Rect } from '../../../canvas'
import type { Alignment } from '../../../state'

export type PlacedRect = Rect & { id: string }

/** Those that move, in their new places. */
export function aligned(cards: readonly PlacedRect[], how: Alignment): PlacedRect[] {
  const around = bounds(cards)
  if (!around) return []
  const moved = how.startsWith('spread')
    ? spread(cards, how === 'spreadAcross')
    : cards.map((card) => ({ card, ...inLine(card, around, how) }))
  return moved
    .filter(({ card, x, y }) => x !== card.x || y !== card.y)
    .map(({ card, x, y }) => ({ ...card, x, y }))
}

function inLine(card: Rect, around: Rect, how: Alignment): { x: number; y: number } {
  const { x, y } = card
  const right = around.x + around.width - card.width
  const bottom = around.y + around.height - card.height
  if (how === 'alignLeft') return { x: around.x, y }
  if (how === 'alignCenter') return { x: Math.round((around.x + right) / 2), y }
  if (how === 'alignRight') return { x: right, y }
  if (how === 'alignTop') return { x, y: around.y }
  if (how === 'alignMiddle') return { x, y: Math.round((around.y + bottom) / 2) }
  return { x, y: bottom }
}

/** The outermost stay; the gaps between become alike. */
function spread(cards: readonly PlacedRect[], across: boolean) {
  const [at, side] = across ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const row = [...cards].sort((a, b) => a[at] - b[at])
  const first = row[0]
  const last = row.at(-1)
  if (!first || !last) return []
  const room = last[at] + last[side] - first[at]
  const taken = row.reduce((sum, it) => sum + it[side], 0)
  const gap = row.length > 1 ? (room - taken) / (row.length - 1) : 0
  let next = first[at]
  return row.map((card) => {
    const place = { card, x: card.x, y: card.y, [at]: Math.round(next) }
    next += card[side] + gap
    return place
  })
}
