/** Dragged cards snap to others. */

import { describe, expect, it } from 'vitest'
import { snapped } from './snapping'

const card = { x: 0, y: 0, width: 236, height: 132 }
const other = { ...card, x: 340, y: 500 }

describe('dragged cards', () => {
  it('snap to an edge or the middle of a nearby card, and show the guide', () => {
    const { dx, dy, guides } = snapped(card, { x: 336, y: 203 }, [other], 1)
    expect([dx, dy]).toEqual([340, 203])
    // Cards of one width are in line at both sides and in the middle.
    expect(guides.map((it) => it.from.x)).toEqual([340, 458, 576])
    expect(guides[0]).toEqual({ from: { x: 340, y: 203 }, to: { x: 340, y: 632 } })
    const middle = { x: 300, y: 500, width: 400, height: 132 }
    expect(snapped(card, { x: 385, y: 203 }, [middle], 1).dx).toBe(382)
  })

  it('snap to the grid if no card is near', () => {
    expect(snapped(card, { x: 98, y: 53 }, [], 1)).toEqual({ dx: 96, dy: 53, guides: [] })
  })

  it('measure nearness in screen pixels', () => {
    expect(snapped(card, { x: 350, y: 203 }, [other], 0.5).dx).toBe(340)
    expect(snapped(card, { x: 350, y: 203 }, [other], 1).dx).not.toBe(340)
  })
})
