/** Panning while a drag is held at the edge of the map. */

import { describe, expect, it } from 'vitest'
import { edgeSpeed } from './edgePan'

const size = { width: 1000, height: 600 }

describe('edgeSpeed', () => {
  it('is zero away from the border', () => {
    expect(edgeSpeed({ x: 500, y: 41 }, size)).toEqual({ x: 0, y: 0 })
  })

  it('moves the view towards the border, faster near and beyond it', () => {
    const near = edgeSpeed({ x: 990, y: 300 }, size)
    expect(near.x).toBeLessThan(0)
    expect(edgeSpeed({ x: 1010, y: 300 }, size).x).toBeLessThan(near.x)
    expect(edgeSpeed({ x: 500, y: 5 }, size).y).toBeGreaterThan(0)
    expect(edgeSpeed({ x: -9000, y: 300 }, size).x).toBe(28)
  })

  it('is zero in a view no larger than its borders', () => {
    expect(edgeSpeed({ x: 1, y: 1 }, { width: 100, height: 100 })).toEqual({ x: 0, y: 0 })
  })
})
