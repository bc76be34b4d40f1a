/** What is found in the whole story is listed by scene, and opened place after place. */

import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { stepPlace, useFindQuery, usePage, usePlaces, useWorkspace } from '../../state'
import { FindPanel } from '.'

beforeAll(() => {
  setUpDom()
  // The page of the tests lays nothing out.
  const sizes = { offsetHeight: 46, clientHeight: 600, offsetWidth: 400, clientWidth: 400 }
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
})
beforeEach(() =>
  act(() => {
    useSelection.getState().clear()
    useFindQuery.setState({ find: '', matchCase: false, wholeWord: false })
    usePlaces.setState({ list: undefined })
  }),
)

const place = (character: number, after: string) => ({
  character,
  before: 'the ',
  found: 'lamp',
  after,
})
const hit = (capability: string, title: string, excerpt: string) => ({
  node: { id: 'n02', title: 'Quay' },
  kind: 'scene',
  title,
  capability,
  excerpt,
  found: 'lamp',
})
const tools: Record<string, FakeTool> = {
  find_in_texts: () => ({
    count: 5,
    node_count: 3,
    nodes: [
      {
        id: 'n01',
        title: 'The night ferry',
        count: 3,
        places: [place(5, ' was lit'), place(40, ' out')],
      },
      { id: 'n02', title: 'Quay', count: 1, places: [place(9, ' swung')] },
    ],
  }),
  search_story: () => ({
    words: 'lamp',
    count: 3,
    hits: [
      hit('text', 'Quay', 'the lamp swung'),
      hit('kv', 'Quay', 'light: oil lamp'),
      hit('kv', 'Quay', 'lights of a clamp'),
    ],
  }),
}

async function open() {
  const staged = await renderWithStory(<FindPanel />, { tools })
  await staged.user.type(screen.getByRole('searchbox', { name: 'Words to find' }), 'lamp')
  await screen.findByText('5 matches in 3 scenes')
  return staged
}

test('places are listed under their scenes, with what is not listed and what is not in texts', async () => {
  const { calls } = await open()
  const headings = screen.getAllByRole('heading', { level: 3 }).map((it) => it.textContent)
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 3 }).map((it) => it.textContent)).toEqual([
      'The night ferry 3',
      'Quay 1',
      'In titles, attributes and choices 2',
    ]),
  )
  expect(headings[0]).toBe('The night ferry 3')
  screen.getByText('and 1 more match')
  screen.getByText('and one more scene')
  screen.getByRole('button', { name: 'the lamp was lit' })
  expect(await a11yViolations()).toEqual([])
  expect(calls('find_in_texts').at(-1)).toEqual({ find: 'lamp', limit: 200, per_node: 100 })
})

test('a place opens its text there, and the next ones are stepped to in order', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'the lamp out' }))
  expect(usePage.getState().wanted).toMatchObject({
    node: 'n01',
    passage: { quote: 'lamp', character: 40 },
  })
  act(() => stepPlace(1))
  expect(useSelection.getState().focused).toBe('n02')
  expect(usePage.getState().wanted?.passage).toMatchObject({ character: 9 })
  act(() => stepPlace(-1))
  act(() => stepPlace(-1))
  expect(usePage.getState().wanted?.passage).toMatchObject({ character: 5 })
  const { list } = usePlaces.getState()
  act(() => stepPlace(-1))
  expect(usePlaces.getState().list?.at).toBe((list?.places.length ?? 0) - 1)
})

test('Enter opens the first place; the words go on to be replaced', async () => {
  const { user } = await open()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('lamp')
  await user.click(screen.getByRole('searchbox'))
  await user.keyboard('{Enter}')
  expect(usePage.getState().wanted?.passage).toMatchObject({ character: 5 })
  await user.click(screen.getByRole('button', { name: 'Replace…' }))
  expect(useWorkspace.getState().dialog).toBe('replace')
  expect(useFindQuery.getState().find).toBe('lamp')
})

test('Enter before the answer opens the first place of what was typed', async () => {
  const { user } = await renderWithStory(<FindPanel />, { tools })
  await user.type(screen.getByRole('searchbox', { name: 'Words to find' }), 'lamp{Enter}')
  expect(usePlaces.getState().list).toBeUndefined()
  await waitFor(() => expect(usePlaces.getState().list?.at).toBe(0))
  const first = screen.getByRole('button', { name: 'the lamp was lit' })
  expect(first.getAttribute('aria-current')).toBe('true')
})

test('Enter counts for the words that were there, not for what is typed after it', async () => {
  const { user } = await renderWithStory(<FindPanel />, { tools })
  await user.type(screen.getByRole('searchbox', { name: 'Words to find' }), 'lam{Enter}p')
  await screen.findByText('5 matches in 3 scenes')
  expect(usePlaces.getState().list).toBeUndefined()
})

test('the place that was opened stays marked when the story changes', async () => {
  const { user, bridge } = await open()
  const row = () => screen.getByRole('button', { name: 'the lamp out' })
  await user.click(row())
  const before = bridge.calls.filter((it) => it.name === 'find_in_texts').length
  await act(() => bridge.callAs('person', { name: 'create_node', args: { title: 'Attic' } }))
  await waitFor(() =>
    expect(bridge.calls.filter((it) => it.name === 'find_in_texts').length).toBe(before + 1),
  )
  await waitFor(() => expect(row().getAttribute('aria-current')).toBe('true'))
})

test('with letter case or whole words, only texts are looked through', async () => {
  const { user, calls } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Match case' }))
  await waitFor(() => expect(calls('find_in_texts').at(-1)).toMatchObject({ match_case: true }))
  await waitFor(() => expect(screen.queryByText(/In titles/)).toBeNull())
})
