/** A story opens where its writer was. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MapView, Rect, Size } from '../../../canvas'
import { firstView, saveCamera, savedCamera } from './savedCamera'

const camera = { x: 100, y: 200, zoom: 0.5 }

/** The camera that a view of a size opens with. */
const opened = (size: Size) => firstView({ size } as MapView, null, savedCamera('story'))

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it('shows what was seen, in the middle of a view of another size', () => {
  saveCamera('story', { ...camera, x: 0 }, { width: 1, height: 1 })
  saveCamera('story', camera, { width: 1000, height: 600 })
  vi.runAllTimers()
  expect(opened({ width: 1000, height: 600 })).toEqual(camera)
  // 400 by 300 pixels less, half of which on each side, at half the size.
  expect(opened({ width: 600, height: 300 })).toEqual({ x: 500, y: 500, zoom: 0.5 })
})

it('takes a camera that was saved without a size as it is', () => {
  localStorage.setItem('storyteller-map-story', JSON.stringify(camera))
  expect(opened({ width: 600, height: 300 })).toEqual(camera)
})

it('begins a large map near its first card, with little of the view above or below the map', () => {
  const size = { width: 900, height: 600 }
  const host = document.createElement('div')
  document.body.append(host)
  const card = { x: 0, y: 0, width: 240, height: 130 }
  const opens = (extent: Rect) => {
    const cards = { size: 99, get: () => card }
    const scene = { cards, extent: () => extent, cardsIn: () => [] }
    return firstView({ size, host, scene } as unknown as MapView, 'start', undefined)
  }
  // At 0.6, the view is 1,000 of the map high; 80 pixels are a little more than 133 of it.
  const below = opens({ x: 0, y: 0, width: 9000, height: 9000 })
  expect(below?.y).toBeCloseTo(-80 / 0.6)
  const above = opens({ x: 0, y: -8870, width: 9000, height: 9000 })
  expect(above?.y).toBeCloseTo(130 + 80 / 0.6 - 1000)
  const low = opens({ x: 0, y: -100, width: 9000, height: 300 })
  expect(low?.y).toBeCloseTo(50 - 500)
})
