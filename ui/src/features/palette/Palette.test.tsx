/** What the palette offers before anything is typed, and that nothing is listed twice. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { useFindQuery, usePage, useWorkspace } from '../../state'
import { Palette } from './Palette'

beforeAll(setUpDom)
beforeEach(() => {
  useSelection.getState().clear()
  useWorkspace.setState({ paletteOpen: false })
})

test('Enter alone changes nothing: recent cards come first, undo and delete last', async () => {
  const { user, calls } = await renderWithStory(<Palette />)
  for (const node of ['n11', 'n02', 'n01']) act(() => useSelection.getState().select([node]))
  act(() => useWorkspace.getState().setPalette(true))
  const recent = within(await screen.findByRole('group', { name: 'Recent' }))
  expect(
    recent
      .getAllByRole('option')
      .map((it) => it.textContent)
      .slice(0, 3),
  ).toEqual(['The night ferry', expect.any(String), 'Mara Lindqvist'])
  const commands = within(screen.getByRole('group', { name: 'Commands' })).getAllByRole('option')
  const names = commands.map((it) => it.textContent ?? '')
  expect(names.findIndex((it) => it.startsWith('Undo'))).toBeGreaterThan(names.length / 2)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(useSelection.getState().focused).toBe('n02')
  expect(calls('undo')).toEqual([])
})

test('a card found by title is not listed again for its text', async () => {
  const hit = (id: string, title: string, excerpt: string) => ({
    node: { id, title },
    title,
    capability: 'text',
    excerpt,
    found: 'ferry',
  })
  const hits = [
    hit('n01', 'The night ferry', 'The night ferry'),
    hit('n02', 'Quay', 'waits for the ferry'),
  ]
  const { user } = await renderWithStory(<Palette />, {
    tools: { search_story: () => ({ hits }) },
  })
  act(() => useWorkspace.getState().setPalette(true))
  await user.type(await screen.findByRole('combobox'), 'night ferry')
  const texts = within(await screen.findByRole('group', { name: 'In the text' }))
  expect(texts.getAllByRole('option').map((it) => it.textContent)).toEqual([
    expect.stringContaining('waits for the ferry'),
    expect.stringContaining('Find every “night ferry”'),
  ])
  await user.click(texts.getByRole('option', { name: /waits for/ }))
  await waitFor(() =>
    expect(usePage.getState().wanted).toMatchObject({ node: 'n02', passage: { quote: 'ferry' } }),
  )
})

test('the words can be looked for in the whole story', async () => {
  const hits = [
    { node: { id: 'n02', title: 'Quay' }, title: 'Quay', excerpt: 'a lamp', found: 'lamp' },
  ]
  const { user } = await renderWithStory(<Palette />, { tools: { search_story: () => ({ hits }) } })
  act(() => useWorkspace.getState().setColumns({ left: [], right: ['inspector', 'find'] }, []))
  act(() => useWorkspace.getState().setPalette(true))
  await user.type(await screen.findByRole('combobox'), 'lamp')
  await user.click(await screen.findByRole('option', { name: /Find every “lamp”/ }))
  await waitFor(() => expect(useFindQuery.getState().find).toBe('lamp'))
  expect(useWorkspace.getState().shown.right).toBe('find')
})

test('where nothing is found, that is said, and Enter does nothing', async () => {
  const { user } = await renderWithStory(<Palette />, {
    tools: { search_story: () => ({ hits: [] }) },
  })
  act(() => useWorkspace.getState().setPalette(true))
  await user.type(await screen.findByRole('combobox'), 'qqqqq')
  await screen.findByText('No results. Try fewer words.')
  expect(await a11yViolations()).toEqual([])
  await user.keyboard('{Enter}')
  expect(useWorkspace.getState().paletteOpen).toBe(true)
})
