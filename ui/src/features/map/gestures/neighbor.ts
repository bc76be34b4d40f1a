/** Keyboard navigation from card to card with arrow keys. Pure. */

import { center, type Rect } from '../../../canvas'

export type Direction = 'left' | 'right' | 'up' | 'down'

const STEPS: Record<Direction, { x: number; y: number }> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** The arrow key's direction; `undefined` for another key. */
export function directionOf(key: string): Direction | undefined {
  const name = key.startsWith('Arrow') ? key.slice(5).toLowerCase() : ''
  return name in STEPS ? (name as Direction) : undefined
}

export function stepOf(direction: Direction): { x: number; y: number } {
  return STEPS[direction]
}

/** The nearest card in a direction; what lies aside counts as farther than what lies ahead. */
export function neighbor<T extends Rect & { id: string }>(
  from: T,
  direction: Direction,
  cards: Iterable<T>,
): T | undefined {
  const step = STEPS[direction]
  const here = center(from)
  let best: T | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (const card of cards) {
    if (card.id === from.id) continue
    const there = center(card)
    const [dx, dy] = [there.x - here.x, there.y - here.y]
    const ahead = dx * step.x + dy * step.y
    const aside = Math.abs(dx * step.y) + Math.abs(dy * step.x)
    const distance = ahead + 2 * aside
    if (ahead > aside / 3 && ahead > 0 && distance < nearest) {
      nearest = distance
      best = card
    }
  }
  return best
}
