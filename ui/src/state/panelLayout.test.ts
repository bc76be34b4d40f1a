/** Panels in a window that has room for all of them, and in one that has not. */

import { expect, test } from 'vitest'
import {
  allPanels,
  type PanelLayout,
  wantedPanels,
  withNarrow,
  withPanel,
  withPanels,
} from './panelLayout'

const sides = [['outline'], ['inspector', 'assistant']]
const OPEN = allPanels({ sides }, true)
const all: PanelLayout = { panels: OPEN, sides, folded: [], narrow: false, front: 'inspector' }
const open = ({ panels }: PanelLayout) =>
  Object.entries(panels).flatMap(([name, is]) => (is ? name : []))

test('folds the older side panel in a narrow window and restores it in a wide one', () => {
  const narrow = withNarrow(all, true)
  expect(open(narrow)).toEqual(['inspector', 'assistant'])
  const outline = withPanel(narrow, 'outline', true)
  expect(open(outline)).toEqual(['outline'])
  expect(open(withPanel(outline, 'assistant', true))).toEqual(['inspector', 'assistant'])
  expect(open(withNarrow(outline, false))).toEqual(['outline', 'inspector', 'assistant'])
  expect(wantedPanels(outline)).toEqual(OPEN)
})

test('restores a folded panel when the other side closes', () => {
  const outline = withPanel(withNarrow(all, true), 'outline', true)
  expect(open(withPanel(outline, 'outline', false))).toEqual(['inspector', 'assistant'])
})

test('does not treat a folded panel as closed', () => {
  const narrow = withNarrow(all, true)
  expect(withPanel(narrow, 'outline', false)).toBe(narrow)
  expect(open(withNarrow(withPanel(narrow, 'outline', false), false))).toContain('outline')
})

test('never folds the only open side', () => {
  const side = withPanel(all, 'outline', false)
  expect(open(withNarrow(side, true))).toEqual(['inspector', 'assistant'])
  expect(open(withPanels(withNarrow(side, true), OPEN))).toEqual(['inspector', 'assistant'])
})
