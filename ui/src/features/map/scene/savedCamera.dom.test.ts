/** A story opens where its writer was. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MapView, Size } from '../../../canvas'
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
