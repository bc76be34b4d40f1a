/** The filter of the map: what matches, what fades, and the tags on cards. */

import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeStory } from '../../../bridge/fake/fakeBridge'
import { tagsOf, useSelection } from '../../../document'
import { useInlineEdit } from '../inlineEdit/inlineEdit'
import { open, twoCards } from '../testing'
import { useMapFilter } from './mapFilter'

/** Three scenes in a row and a character that the last one mentions. */
function story(): FakeStory {
  const made = twoCards()
  const node = { kind: 'scene', text: '', y: 100, items: [] }
  made.nodes.set('c', { ...node, id: 'c', title: 'c', x: 900, text: 'Here is Mara.' })
  made.nodes.set('m', { ...node, id: 'm', title: 'Mara', kind: 'character', x: 900, y: 500 })
  const tagged = made.nodes.get('b')
  if (tagged) Object.assign(tagged, { items: [{ k: 'Tags', v: 'storm, night' }] })
  const link = (from: string, to: string) => ({ id: from + to, from, to, label: '', order: 0 })
  for (const it of [link('a', 'b'), link('b', 'c')]) made.edges.set(it.id, it)
  return made
}

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
  useInlineEdit.getState().ask(undefined)
  useMapFilter.getState().setOpen(false)
})

async function opened() {
  const here = await open(story())
  const emphasis = vi.spyOn(here.map.view, 'setEmphasis')
  const clear = () => [...(emphasis.mock.lastCall?.[0].cards ?? [])].sort()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Filter the map' }))
  return { ...here, emphasis, clear, user }
}

describe('the filter', () => {
  it('highlights and counts cards that match words, kind or tag', async () => {
    const { clear, emphasis, user } = await opened()
    await user.type(screen.getByRole('searchbox', { name: 'Words' }), 'mara')
    expect(clear()).toEqual(['c', 'm'])
    expect(screen.getByText('2 of 4')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Any kind' }), 'character')
    expect(clear()).toEqual(['m'])
    await user.click(screen.getByRole('button', { name: 'Close the filter' }))
    expect(emphasis.mock.lastCall?.[0]).not.toHaveProperty('cards')
  })

  it('filters by the tags shown on cards', async () => {
    const { clear, map, user } = await opened()
    const select = await screen.findByRole('combobox', { name: 'Any tag' })
    await user.selectOptions(select, 'storm')
    expect(clear()).toEqual(['b'])
    expect(map.view.scene.cards.get('b')?.tags?.map((it) => it.text)).toEqual(['storm', 'night'])
  })

  it('filters by the scenes of a character', async () => {
    const { clear, user } = await opened()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Any character' }), 'm')
    await waitFor(() => expect(clear()).toEqual(['c', 'm']))
  })

  it('highlights cards one or two steps from the selection', async () => {
    const { clear, user } = await opened()
    act(() => useSelection.getState().select(['a']))
    const steps = screen.getByRole('combobox', { name: 'Any distance' })
    await user.selectOptions(steps, '1')
    expect(clear()).toEqual(['a', 'b'])
    await user.selectOptions(steps, '2')
    expect(clear()).toEqual(['a', 'b', 'c'])
    act(() => useSelection.getState().select(['m']))
    expect(clear()).toEqual(['m'])
  })
})

it('reads tags and status in either language', () => {
  const { tags, status } = tagsOf(
    new Map([
      ['x', [{ k: ' tags', v: '#rain; rain；Night' }]],
      [
        'y',
        [
          { k: '标签', v: '雨，夜、雨' },
          { k: '状态', v: '草稿' },
        ],
      ],
    ]),
  )
  expect(Object.fromEntries(tags)).toEqual({ x: ['rain', 'Night'], y: ['雨', '夜'] })
  expect(status.get('y')).toBe('草稿')
})
