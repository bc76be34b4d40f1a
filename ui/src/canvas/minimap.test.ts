/** The minimap shows all of the map, whatever its size. */

import { describe, expect, it } from 'vitest'
import { minimapPlace } from './minimap'

const size = { width: 168, height: 112 }

describe('minimapPlace', () => {
  it.each([
    ['wide', { x: -500, y: 40, width: 90_000, height: 300 }],
    ['tall', { x: 10, y: -9000, width: 236, height: 20_000 }],
  ])('holds a %s map whole and centered', (_, extent) => {
    const { scale, left, top } = minimapPlace(extent, size)
    const [x, y] = [left + extent.x * scale, top + extent.y * scale]
    expect(x).toBeGreaterThanOrEqual(5.9)
    expect(y).toBeGreaterThanOrEqual(5.9)
    expect(x + (extent.width * scale) / 2).toBeCloseTo(size.width / 2)
    expect(y + (extent.height * scale) / 2).toBeCloseTo(size.height / 2)
  })

  it('does not blow a single card up to its own size', () => {
    expect(minimapPlace({ x: 0, y: 0, width: 236, height: 132 }, size).scale).toBe(0.1)
  })
})
