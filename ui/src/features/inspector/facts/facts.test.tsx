/** Facts: how attributes of a character change along the story, and the facts at a scene. */

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { useSelection } from '../../../document'
import { usePage, useWorkspace } from '../../../state'
import { Inspector } from '../Inspector'
import type { Fact } from './FactList'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
  useSelection.getState().clear()
  useWorkspace.getState().setColumns({ left: [], right: ['inspector'] }, [])
})
afterEach(cleanup)

const mara = { id: 'n11', title: 'Mara Lindqvist' }
const ferry = { id: 'n01', title: 'The night ferry' }
const morning = { id: 'n10', title: 'Morning' }

const facts: Fact[] = [
  { key: 'Letter', value: 'burnt', since: morning },
  {
    key: 'letter',
    value: 'in her coat',
    since: ferry,
    source: { node: ferry, quote: 'the letter said', stands: true },
  },
  { key: 'Trade', value: 'glazier' },
]

/** The tools on facts, over a list of them. */
function fakes(list: readonly Fact[]): Record<string, FakeTool> {
  let held = [...list]
  const answer = () => ({ node: mara, version: 2, facts: held })
  return {
    list_facts: () => ({ node: mara, count: held.length, facts: held }),
    set_fact: ({ args, story }) => {
      const since = story.nodes.get(String(args.from_scene))
      const at = (it: Fact) => it.key === args.key && it.since?.id === since?.id
      const fact = { key: String(args.key), value: String(args.value) }
      const put = since ? { ...fact, since: { id: since.id, title: since.title } } : fact
      held = [...held.filter((it) => !at(it)), put]
      return answer()
    },
    remove_fact: ({ args }) => {
      held = held.filter((it) => !(it.key === args.key && it.since?.id === args.from_scene))
      return answer()
    },
    facts_at: ({ args }) => ({
      node: ferry,
      count: 1,
      facts:
        args.node === 'n01'
          ? [
              {
                of: mara,
                key: 'Letter',
                certain: false,
                or_unknown: true,
                values: held.slice(1, 2),
              },
            ]
          : [],
    }),
  }
}

async function looked(node: string, list: readonly Fact[]) {
  useSelection.getState().select([node])
  const set = await renderWithStory(<Inspector />, { tools: fakes(list) })
  await screen.findByLabelText('Title')
  return set
}

test('the facts of an attribute are listed in reading order, and can be changed and removed', async () => {
  const { user, calls } = await looked('n11', facts)
  const letter = within(await screen.findByRole('list', { name: 'Letter' }))
  const fields = letter.getAllByRole<HTMLInputElement>('textbox')
  expect(fields.map((it) => it.value)).toEqual(['in her coat', 'burnt'])
  expect(await a11yViolations()).toEqual([])
  await user.clear(fields[0] as HTMLElement)
  await user.type(fields[0] as HTMLElement, 'lost{Enter}')
  expect(calls('set_fact')).toEqual([
    {
      node: 'n11',
      key: 'letter',
      from_scene: 'n01',
      value: 'lost',
      source: 'the letter said',
      source_node: 'n01',
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Remove Letter, from: Morning' }))
  expect(calls('remove_fact')).toEqual([{ node: 'n11', key: 'Letter', from_scene: 'n10' }])
  await waitFor(() => expect(screen.queryByDisplayValue('burnt')).toBeNull())
})

test('a source opens its passage, and a scene opens its card', async () => {
  const { user } = await looked('n11', facts)
  await user.click(await screen.findByRole('button', { name: 'Go to “Morning”' }))
  expect(useSelection.getState().focused).toBe('n10')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Letter' })).toBeNull())
  act(() => useSelection.getState().select(['n11']))
  const open = /^Open the passage in “The night ferry”: the letter said/
  await user.click(await screen.findByRole('button', { name: open }))
  expect(useSelection.getState().focused).toBe('n01')
  // The text of the ferry is there then, and has the passage selected.
  await waitFor(() => expect(usePage.getState().wanted).toBeUndefined())
  const selected = document.getSelection()?.toString()
  expect(selected).toBe('the letter said')
})

test('a fact is added from a scene on, and an unknown scene is reported', async () => {
  const { user, calls } = await looked('n11', [])
  await user.click(screen.getByRole('button', { name: 'Add Change along the story' }))
  await user.type(screen.getByRole('combobox', { name: 'What changes' }), 'Letter')
  await user.type(screen.getByRole('textbox', { name: 'What it becomes' }), 'gone')
  const scene = screen.getByRole('combobox', { name: 'From this scene on' })
  await user.type(scene, 'Mornin')
  screen.getByText('There’s no scene called “Mornin”.')
  await user.type(scene, 'g')
  await user.type(screen.getByRole('textbox', { name: /^Words in “Morning”/ }), 'comes back')
  await user.click(screen.getByRole('button', { name: 'Add a change' }))
  expect(calls('set_fact')).toEqual([
    { node: 'n11', key: 'Letter', value: 'gone', from_scene: 'n10', source: 'comes back' },
  ])
  await screen.findByDisplayValue('gone')
})

test('a scene lists its facts; a character without facts only offers to add one', async () => {
  await looked('n01', facts)
  const holds = within(await screen.findByRole('region', { name: 'What holds here' }))
  holds.getByRole('button', { name: 'Mara Lindqvist' })
  holds.getByText('in her coat')
  holds.getByText('or not mentioned')
  holds.getByText('depends on the path')
  expect(screen.queryByRole('button', { name: 'Add Change along the story' })).toBeNull()
  expect(await a11yViolations()).toEqual([])
})
