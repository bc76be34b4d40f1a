/** Contrast, and colors made readable. */

import { describe, expect, it } from 'vitest'
import { contrast, READABLE, readable } from './contrast'

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
})

describe.each([
  ['light', '#ffffff', '#26231e'],
  ['dark', '#25272c', '#ececf0'],
])('on the %s ground', (_, ground, ink) => {
  it.each(['#fdb3bb', '#b7f2b2', '#c69a2b', '#000000', '#ffffff', '#4e7fb8'])(
    'makes letters in %s readable',
    (color) => {
      expect(contrast(readable(color, ground, ink), ground)).toBeGreaterThanOrEqual(READABLE)
    },
  )
})

it('keeps a color that can be read', () => {
  expect(readable('#1d3a8a', '#ffffff', '#000000')).toBe('#1d3a8a')
})

it('keeps as much of a color as it can', () => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(readable('#fdb3bb', '#ffffff', '#000000').slice(at, at + 2), 16),
  )
  expect(r).toBeGreaterThan(Math.max(g, b) + 20)
})

it('leaves the colors of the system to the system', () => {
  expect(readable('#fdb3bb', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)')).toBe('rgb(255, 255, 255)')
  expect(readable('#abc', '#ffffff', '#222222')).toBe('#222222')
})
