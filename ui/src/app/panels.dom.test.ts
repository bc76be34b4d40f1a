/** Everything derived from the list of panels exists for each of them. */

import { expect, test } from 'vitest'
import { isAction } from '../actions'
import { isPanelShown, panelRows, useWorkspace } from '../state'
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

test('each side keeps its panels in order and shows one at a time', () => {
  const { sides, setPanel, setWidth } = useWorkspace.getState()
  expect(sides.left).toEqual(['outline', 'secondPage'])
  expect(sides.right.slice(0, 5)).toEqual(['inspector', 'assistant', 'play', 'problems', 'history'])
  setWidth(1400)
  const shown = () =>
    rows.filter((it) => isPanelShown(useWorkspace.getState(), it.id)).map((it) => it.id)
  for (const { id, place } of rows) {
    setPanel(id, true)
    expect(shown()).toEqual(place === 'left' ? [id, 'inspector'] : ['outline', id])
    setPanel('outline', true)
    if (place === 'left') expect(shown()).toEqual(['outline', 'inspector'])
  }
})
