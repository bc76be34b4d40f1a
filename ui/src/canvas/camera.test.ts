/** What the camera keeps fixed while it moves. */

import { describe, expect, it } from 'vitest'
import {
  fitted,
  interpolated,
  keptInView,
  MAX_ZOOM,
  MIN_ZOOM,
  panned,
  toMap,
  toScreen,
  visible,
  zoomed,
} from './camera'
import { contains } from './geometry'

const size = { width: 800, height: 600 }

describe('camera', () => {
  it('keeps the point under the pointer while zooming', () => {
    const at = { x: 200, y: 50 }
    const before = { x: -30, y: 70, zoom: 0.5 }
    const after = zoomed(before, 1.7, at)
    expect(after.zoom).toBeCloseTo(0.85)
    expect(toMap(after, at).x).toBeCloseTo(toMap(before, at).x)
    expect(toMap(after, at).y).toBeCloseTo(toMap(before, at).y)
  })

  it('keeps visible content visible in a narrower view, and otherwise does not move', () => {
    const camera = { x: 0, y: 0, zoom: 0.5 }
    const rect = { x: 1200, y: 100, width: 240, height: 140 }
    const narrow = { width: 400, height: 600 }
    const kept = keptInView(camera, rect, { before: size, after: narrow })
    expect(contains(visible(kept, narrow), { x: 1440, y: 240 })).toBe(true)
    expect(kept.y).toBe(camera.y)
    expect(keptInView(camera, rect, { before: narrow, after: narrow })).toBe(camera)
    expect(keptInView(camera, rect, { before: narrow, after: size })).toBe(camera)
    expect(keptInView(camera, rect, { before: size, after: { width: 60, height: 60 } })).toBe(
      camera,
    )
  })

  it('never zooms beyond its limits', () => {
    const camera = { x: 0, y: 0, zoom: 1 }
    expect(zoomed(camera, 1e6, { x: 0, y: 0 }).zoom).toBe(MAX_ZOOM)
    expect(zoomed(camera, 1e-6, { x: 0, y: 0 }).zoom).toBe(MIN_ZOOM)
  })

  it('pans the map with the pointer at any zoom', () => {
    const camera = { x: 10, y: 10, zoom: 0.25 }
    const before = toScreen(camera, { x: 100, y: 100 })
    const after = toScreen(panned(camera, 40, -8), { x: 100, y: 100 })
    expect(after).toEqual({ x: before.x + 40, y: before.y - 8 })
  })

  it('shows a fitted rectangle completely and centered, within the zoom limit', () => {
    const rect = { x: 500, y: -200, width: 4000, height: 900 }
    const shown = visible(fitted(rect, size), size)
    expect(contains(shown, rect)).toBe(true)
    expect(shown.x + shown.width / 2).toBeCloseTo(2500)
    expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, size).zoom).toBe(1)
  })

  it('starts and ends an animation at the given cameras', () => {
    const from = { x: 0, y: 0, zoom: 0.1 }
    const to = { x: 900, y: 300, zoom: 1.6 }
    const [first, last] = [interpolated(from, to, 0, size), interpolated(from, to, 1, size)]
    expect(first.x).toBeCloseTo(from.x)
    expect(last.x).toBeCloseTo(to.x)
    expect(last.zoom).toBeCloseTo(to.zoom)
  })
})
