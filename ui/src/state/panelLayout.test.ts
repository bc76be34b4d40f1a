/** Panels in a window with space for all of them, and in one without. */

import { expect, test } from 'vitest'
import {
  isOverlaying,
  isPanelShown,
  isSideOpen,
  isWide,
  PAGE,
  type PanelLayout,
  SECOND_PAGE,
  SIDES,
  withFocus,
  withPanel,
  withPlace,
  withSide,
  withWide,
  withWidth,
} from './panelLayout'

const all: PanelLayout = {
  sides: { left: ['outline'], right: ['inspector', 'assistant', 'history'] },
  shown: { left: 'outline', right: 'inspector' },
  open: { left: true, right: true },
  front: 'right',
  over: undefined,
  wide: false,
  width: 1400,
}
const ids = ['outline', 'inspector', 'assistant', 'history']
const seen = (layout: PanelLayout) => ids.filter((it) => isPanelShown(layout, it))

test('a side shows one panel at a time', () => {
  const assistant = withPanel(all, 'assistant', true)
  expect(seen(assistant)).toEqual(['outline', 'assistant'])
  expect(seen(withPanel(assistant, 'history', true))).toEqual(['outline', 'history'])
  expect(seen(withPanel(assistant, 'assistant', false))).toEqual(['outline'])
  expect(withPanel(assistant, 'history', false)).toBe(assistant)
})

test('with space for one side the last one stays, and the other returns with more space', () => {
  const narrow = withWidth(all, 1000)
  expect(seen(narrow)).toEqual(['inspector'])
  const outline = withPanel(narrow, 'outline', true)
  expect(seen(outline)).toEqual(['outline'])
  expect(seen(withPanel(outline, 'assistant', true))).toEqual(['assistant'])
  expect(seen(withPanel(outline, 'outline', false))).toEqual(['inspector'])
  expect(seen(withWidth(outline, 1400))).toEqual(['outline', 'inspector'])
})

test('without space for a side it overlays the view, only on request', () => {
  const small = withWidth(all, 700)
  expect([seen(small), isOverlaying(small)]).toEqual([[], true])
  const over = withPanel(small, 'assistant', true)
  expect(seen(over)).toEqual(['assistant'])
  expect(seen(withPanel(over, 'outline', true))).toEqual(['outline'])
  expect(seen(withSide(over, 'right', false))).toEqual([])
  expect(seen(withWidth(over, 1400))).toEqual(['outline', 'assistant'])
})

test('the wide page takes the space of the sides and returns it', () => {
  const middle = withWidth(all, 1200)
  const wide = withWide(middle, true)
  expect([seen(wide), isOverlaying(wide)]).toEqual([['inspector'], false])
  expect(seen(withWide(wide, false))).toEqual(['outline', 'inspector'])
  const small = withWide(withWidth(all, 900), true)
  expect([seen(small), isOverlaying(small)]).toEqual([['inspector'], true])
  expect([seen(withWide(small, false)), isOverlaying(withWide(small, false))]).toEqual([
    ['inspector'],
    false,
  ])
})

test('a closed side stays closed while another panel is wide, and closing ends the wide page', () => {
  const closed = withSide(all, 'right', false)
  const wide = withWide(closed, true)
  expect(seen(wide)).toEqual(['outline', 'inspector'])
  expect(withSide(wide, 'right', false).wide).toBe(false)
})

test('a panel moves to the other side and is shown there', () => {
  const moved = withPlace(withPanel(all, 'assistant', true), 'assistant', 'left')
  expect(moved.sides).toEqual({ left: ['outline', 'assistant'], right: ['inspector', 'history'] })
  expect(seen(moved)).toEqual(['inspector', 'assistant'])
})

test('focus mode closes both sides and reopens them afterwards', () => {
  const closed = withFocus(all, undefined)
  expect(SIDES.map((it) => isSideOpen(closed, it))).toEqual([false, false])
  expect(seen(withFocus(closed, { left: false, right: true }))).toEqual(['inspector'])
})

test('the second page stays beside what is written, which is then only as wide as there is space', () => {
  const sides = { ...all.sides, left: ['outline', SECOND_PAGE] }
  const second = withPanel({ ...all, sides }, SECOND_PAGE, true)
  const both = (layout: PanelLayout) => [PAGE, SECOND_PAGE].filter((it) => isPanelShown(layout, it))
  const widths = [1400, 1200, 1000].map((width) => withWide(withWidth(second, width), true))
  expect(widths.map(both)).toEqual([[PAGE, SECOND_PAGE], [PAGE, SECOND_PAGE], [PAGE]])
  expect(widths.map(isWide)).toEqual([true, false, true])
  const outline = withPanel(withWidth(second, 1200), 'outline', true)
  expect([both(outline), isWide(withWide(outline, true))]).toEqual([[PAGE], true])
})
