/** Who appears where: the grid, its keys, and where its cells lead. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { useSelection } from '../../../document'
import { usePage, useWorkspace } from '../../../state'
import { Bible } from '../Bible'
import { type Listed, matrixOf, strengthOf } from './matrix'

const scene = (id: string, title: string) => ({ id, title })
const harbor = scene('n01', 'Harbor')
const fog = scene('n02', 'Fog')
const ferry = scene('n03', 'Ferry')
const mara = { id: 'n11', title: 'Mara Lindqvist', kind: 'character' }
const pier = { id: 'n14', title: 'The pier', kind: 'place' }
const nobody = { id: 'n12', title: 'Old Sten', kind: 'character' }

const listed: Listed = {
  count: 3,
  of: [
    { ...nobody, scenes: 0, times: 0 },
    {
      ...mara,
      scenes: 2,
      times: 6,
      first: harbor,
      last: ferry,
      absence: { scenes: 1, after: harbor, until: ferry },
    },
    { ...pier, scenes: 1, times: 0, first: fog, last: fog },
  ],
  scenes: [
    { node: harbor, named: [{ id: mara.id, title: mara.title, times: 5, quote: 'MARA' }] },
    { node: fog, named: [{ id: pier.id, title: pier.title, times: 0, attributes: ['Place'] }] },
    { node: ferry, named: [{ id: mara.id, title: mara.title, times: 1, quote: 'Mara' }] },
  ],
}

beforeAll(() => {
  setUpDom()
  // jsdom lays nothing out: the grid is as large as a window.
  for (const [name, size] of [
    ['clientHeight', 600],
    ['clientWidth', 900],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
  }
})
beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
  usePage.setState({ wanted: undefined })
  useWorkspace.getState().setColumns({ left: [], right: ['inspector'] }, [])
})

async function shown(list: Listed = listed) {
  const tools: Record<string, FakeTool> = { list_appearances: () => list }
  const set = await renderWithStory(<Bible />, { tools })
  await set.user.click(screen.getByRole('radio', { name: 'Who is where' }))
  return set
}

test('each scene has a mark under those it names, which leads to the place', async () => {
  const { user } = await shown()
  const grid = await screen.findByRole('grid', { name: 'Who is where' })
  const heads = within(grid).getAllByRole('columnheader')
  expect(heads.map((it) => it.textContent)).toEqual([
    'Scene',
    'Mara Lindqvist2',
    'The pier1',
    'Old Sten0',
  ])
  const mark = screen.getByRole('button', { name: 'Mara Lindqvist in “Harbor”: named 5 times' })
  screen.getByRole('button', { name: 'The pier in “Fog”: Place' })
  expect(await a11yViolations()).toEqual([])
  await user.click(mark)
  expect(useSelection.getState().focused).toBe('n01')
  expect(usePage.getState().wanted).toMatchObject({ node: 'n01', passage: { quote: 'MARA' } })
  // The part is remembered.
  expect(localStorage.getItem('storyteller-bible-part')).toBe('appearances')
})

test('arrow keys go through the grid, and titles lead to their cards', async () => {
  const { user } = await shown()
  const head = await screen.findByRole('button', { name: /^Mara Lindqvist ?2$/ })
  act(() => head.focus())
  await user.keyboard('{ArrowDown}')
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/in “Harbor”/),
  )
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Harbor'))
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(useSelection.getState().focused).toBe('n02'))
  await user.click(head)
  expect(useSelection.getState().focused).toBe('n11')
})

test('a filter keeps the columns that hold its words, else the scenes', () => {
  const titles = (words: string, kind?: string) => {
    const { columns, rows } = matrixOf(listed, { words, kind })
    return [columns.map((it) => it.title), rows.map((it) => it.title)]
  }
  expect(titles('mara')).toEqual([['Mara Lindqvist'], ['Harbor', 'Fog', 'Ferry']])
  expect(titles('fog')).toEqual([['Mara Lindqvist', 'The pier', 'Old Sten'], ['Fog']])
  expect(titles('', 'place')).toEqual([['The pier'], ['Harbor', 'Fog', 'Ferry']])
  const strengths = [0, 1, 4, 5].map((times) => strengthOf({ id: '', title: '', times }))
  expect(strengths).toEqual([0, 1, 2, 3])
})

test('a story without anybody says what belongs there', async () => {
  await shown({ count: 3, of: [], scenes: [] })
  await screen.findByText('Nobody to follow yet')
})
