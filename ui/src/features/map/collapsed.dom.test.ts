/** Branches collapsed on the map. */

import { act } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useSelection } from '../../document'
import { useCollapsed } from '../../state'
import { open, twoCards } from './testing'

/** Three scenes in a row. */
function story() {
  const made = twoCards()
  const node = { kind: 'scene', text: '', y: 100, items: [] }
  made.nodes.set('c', { ...node, id: 'c', title: 'c', x: 900 })
  const link = (from: string, to: string) => ({ id: from + to, from, to, label: '', order: 0 })
  for (const it of [link('a', 'b'), link('b', 'c')]) made.edges.set(it.id, it)
  return made
}

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
})

it('hides the branch behind a card, shows its size, and expands it when a hidden card is opened', async () => {
  const { map } = await open(story())
  act(() => useCollapsed.getState().setCollapsed(['b'], true))
  expect([...map.view.scene.cards.keys()].sort()).toEqual(['a', 'b'])
  expect([...map.view.scene.links.keys()]).toEqual(['ab'])
  expect(map.view.scene.cards.get('b')?.footnote).toContain('1 card hidden')
  act(() => map.reveal(['c']))
  expect([...map.view.scene.cards.keys()].sort()).toEqual(['a', 'b', 'c'])
  expect(useCollapsed.getState().nodes.size).toBe(0)
})

it('remembers collapsed branches of a story', async () => {
  await open(story())
  act(() => useCollapsed.getState().setCollapsed(['b'], true))
  act(() => useCollapsed.getState().open('another'))
  expect(useCollapsed.getState().nodes.size).toBe(0)
  act(() => useCollapsed.getState().open('fake'))
  expect([...useCollapsed.getState().nodes]).toEqual(['b'])
})
