/** The list of panels: whatever is made of a row is there for each. */

import { expect, test } from 'vitest'
import { isAction } from '../actions'
import { panelRows, useDock, useWorkspace } from '../state'
import { startText, t } from '../text'
import { nativeMenus } from './nativeMenu'
import './panels'

startText('en')
const rows = panelRows()

test('every panel has an action, an entry of the native menu, and texts', () => {
  const entries = nativeMenus(true).menus.flatMap((it) => it.entries.map((it) => it?.action))
  for (const { id, title } of rows) {
    expect(isAction(id)).toBe(true)
    expect(entries).toContain(id)
    for (const key of [title, `actions-${id}`]) expect(t.exists(key), key).toBe(true)
  }
})

test('ids and shortcuts of panels are unique', () => {
  const shortcuts = rows.flatMap((it) => it.shortcut ?? [])
  expect(new Set(shortcuts).size).toBe(shortcuts.length)
  expect(new Set(rows.map((it) => it.id)).size).toBe(rows.length)
})

test('the columns hold the panels of their side, and the dock opens the others', () => {
  const { sides, panels } = useWorkspace.getState()
  expect(sides).toEqual([['outline'], ['inspector', 'assistant']])
  expect(Object.keys(panels)).toEqual(sides.flat())
  for (const { id } of panelRows('dock')) {
    useDock.getState().toggle(id)
    expect(useDock.getState().open).toBe(id)
    useDock.getState().toggle(id)
  }
})
