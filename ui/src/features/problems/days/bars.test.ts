/** The bars of the chart of days. */

import { expect, test } from 'vitest'
import { barsOf, highest } from './bars'

const progress = (from: string, to: string, ...days: [string, number, number][]) => ({
  from,
  to,
  today: 0,
  written: 0,
  days_written: 0,
  average: 0,
  streak: 0,
  uncounted: 0,
  days: days.map(([date, written, assistant]) => ({ date, written, assistant, imported: 0 })),
})

test('every day has a bar, also across the end of a month', () => {
  const days = progress('2026-02-27', '2026-03-02', ['2026-02-28', 5, 0], ['2026-03-02', -3, 7])
  expect(barsOf(days, 1)).toEqual([
    { date: '2026-02-27', written: 0, assistant: 0 },
    { date: '2026-02-28', written: 5, assistant: 0 },
    { date: '2026-03-01', written: 0, assistant: 0 },
    { date: '2026-03-02', written: -3, assistant: 7 },
  ])
})

test('weeks end today, and the first may have days that were not counted', () => {
  const days = progress('2026-03-01', '2026-03-10', ['2026-03-03', 5, 0], ['2026-03-04', 2, 1])
  expect(barsOf(days, 7)).toEqual([
    { date: '2026-02-25', written: 5, assistant: 0 },
    { date: '2026-03-04', written: 2, assistant: 1 },
  ])
})

test('the highest bar is at least the goal of a day', () => {
  const bars = [
    { date: '2026-03-01', written: 300, assistant: 150 },
    { date: '2026-03-02', written: -900, assistant: 10 },
  ]
  expect(highest(bars, 0)).toBe(450)
  expect(highest(bars, 500)).toBe(500)
  expect(highest([], 0)).toBe(1)
})
