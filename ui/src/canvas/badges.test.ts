/** The badges of a card. */

import { describe, expect, it } from 'vitest'
import { type Badge, badgeAt, badgeLayout } from './badges'
import { holds, intersects } from './geometry'

const card = (width: number, badges: Badge[]) => ({ x: 10, y: 20, width, height: 132, badges })
const all: Badge[] = [
  { kind: 'start' },
  { kind: 'pictures', count: 12 },
  { kind: 'draft' },
  { kind: 'error' },
]

describe('badges', () => {
  it.each(['full', 'title', 'block'] as const)('do not overlap within a card: %s', (it) => {
    const shape = card(236, all)
    const areas = badgeLayout(shape, it).map(({ area }) => area)
    expect(areas).toHaveLength(it === 'block' ? 2 : 4)
    for (const [at, area] of areas.entries()) {
      expect(holds(shape, area)).toBe(true)
      for (const other of areas.slice(at + 1)) expect(intersects(area, other)).toBe(false)
    }
  })

  it('omit the first one if a card is too narrow for all', () => {
    const kinds = badgeLayout(card(80, all), 'full').map(({ badge }) => badge.kind)
    expect(kinds.at(-1)).toBe('error')
    expect(kinds.length).toBeLessThan(4)
  })

  it('can be hit with the pointer', () => {
    const shape = card(236, all)
    expect(badgeAt(shape, 'full', { x: 225, y: 140 })?.kind).toBe('error')
    expect(badgeAt(shape, 'full', { x: 30, y: 40 })).toBeUndefined()
  })
})
