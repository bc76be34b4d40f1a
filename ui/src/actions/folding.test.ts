/** Panels in a window that has room for all of them, and in one that has not. */

import { expect, test } from 'vitest'
import { type Laid, laidAnew, narrowed, OPEN, turned, wantedOf } from './folding'

const all: Laid = { panels: OPEN, folded: [], narrow: false, front: 'inspector' }
const open = ({ panels }: Laid) => Object.entries(panels).flatMap(([name, is]) => (is ? name : []))

test('where there is no room the side opened last stays, and the other is back with the room', () => {
  const narrow = narrowed(all, true)
  expect(open(narrow)).toEqual(['inspector', 'assistant'])
  const outline = turned(narrow, 'outline', true)
  expect(open(outline)).toEqual(['outline'])
  expect(open(turned(outline, 'assistant', true))).toEqual(['inspector', 'assistant'])
  expect(open(narrowed(outline, false))).toEqual(['outline', 'inspector', 'assistant'])
  expect(wantedOf(outline)).toEqual(OPEN)
})

test('what was folded comes back when the side in its way is closed', () => {
  const outline = turned(narrowed(all, true), 'outline', true)
  expect(open(turned(outline, 'outline', false))).toEqual(['inspector', 'assistant'])
})

test('that a folded panel has no width is not taken for closing it', () => {
  const narrow = narrowed(all, true)
  expect(turned(narrow, 'outline', false)).toBe(narrow)
  expect(open(narrowed(turned(narrow, 'outline', false), false))).toContain('outline')
})

test('one side alone is never folded', () => {
  const side = turned(all, 'outline', false)
  expect(open(narrowed(side, true))).toEqual(['inspector', 'assistant'])
  expect(open(laidAnew(narrowed(side, true), OPEN))).toEqual(['inspector', 'assistant'])
})
