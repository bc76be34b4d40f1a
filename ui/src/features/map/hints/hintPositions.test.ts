/** The positions of hints for cards outside the view. */

import { describe, expect, it } from 'vitest'
import { offscreenHints } from './hintPositions'

const size = { width: 1000, height: 600 }
const point = (id: string, x: number, y: number) => ({ id, at: { x, y } })

describe('offscreenHints', () => {
  it('shows no hint for visible cards', () => {
    expect(offscreenHints([point('a', 10, 10)], size)).toEqual([])
  })

  it('points from the border to cards beyond it', () => {
    const [hint] = offscreenHints([point('a', -500, 300)], size)
    expect(hint?.at).toEqual({ x: 26, y: 300 })
    expect(Math.abs(hint?.angle ?? 0)).toBeCloseTo(Math.PI)
    const [below] = offscreenHints([point('b', 500, 9000)], size)
    expect(below?.at).toEqual({ x: 500, y: 574 })
    expect(below?.angle).toBeCloseTo(Math.PI / 2)
  })

  it('groups hints in the same direction', () => {
    const hints = offscreenHints(
      [point('a', -500, 300), point('b', -900, 310), point('c', 500, -9)],
      size,
    )
    expect(hints.map((it) => it.nodes)).toEqual([['a', 'b'], ['c']])
  })

  it('avoids the corner of the minimap', () => {
    const minimap = { x: 818, y: 446, width: 170, height: 142 }
    for (const [x, y] of [
      [2000, 1150],
      [1500, 1200],
    ] as const) {
      const [hint] = offscreenHints([point('a', x, y)], size, [minimap])
      expect((hint?.at.x ?? 0) <= minimap.x || (hint?.at.y ?? 0) <= minimap.y).toBe(true)
    }
  })
})
