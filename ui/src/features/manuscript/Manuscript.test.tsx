/** The manuscript: which passages it contains, and editing in it. */

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { smallStory } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { useWorkspace } from '../../state'
import { Manuscript } from './Manuscript'
import { nodesOf } from './sources'

beforeAll(() => {
  setUpDom()
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
    configurable: true,
    get: () => 900,
  })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
    configurable: true,
    get: () => 220,
  })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', {
    configurable: true,
    get: () => 900,
  })
})
beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
})

const titles = () => screen.getAllByLabelText<HTMLInputElement>('Title').map((it) => it.value)

test('the whole story is read in the order of its choices', async () => {
  await renderWithStory(<Manuscript />)
  expect(titles().slice(0, 3)).toEqual([
    'The night ferry',
    'Talk to the captain',
    'Sleep through the crossing',
  ])
  expect(await screen.findByLabelText(/The night ferry/)).toBeTruthy()
  expect(screen.getByText(/11 scenes/)).toBeTruthy()
  expect(await a11yViolations()).toEqual([])
}, 30_000)

test('selected nodes are shown as one text, or side by side on request', async () => {
  useSelection.getState().select(['n07', 'n02'])
  const { user, calls } = await renderWithStory(<Manuscript />)
  expect(titles()).toEqual(['Talk to the captain', 'The singing glass'])
  await user.click(screen.getByRole('button', { name: 'Side by side' }))
  expect(titles().sort()).toEqual(['Talk to the captain', 'The singing glass'])
  const title = screen.getAllByLabelText('Title')[0] as HTMLInputElement
  await user.type(title, '!{Enter}')
  await waitFor(() => expect(calls('rename_node')).toHaveLength(1))
})

test('the content of each half is chosen above it', async () => {
  useSelection.getState().select(['n07', 'n02'])
  const { user } = await renderWithStory(<Manuscript />)
  await user.click(screen.getByRole('button', { name: 'Side by side' }))
  const right = screen.getByRole('combobox', { name: 'Scene on the right' })
  await user.selectOptions(right, 'Mara Lindqvist')
  expect(titles()[1]).toBe('Mara Lindqvist')
  expect(await a11yViolations()).toEqual([])
})

test('the manuscript includes custom kinds, but not characters and places', async () => {
  const { session } = await renderWithStory(<Manuscript />)
  const read = () => nodesOf('story', session.mirror, new Set()) ?? []
  expect(read()).toContain('n02')
  await act(async () => {
    await session.data('set_node_kind', { node: 'n02', kind: 'memory' })
    await session.refresh()
  })
  expect(read()).toContain('n02')
  await act(async () => {
    await session.data('set_node_kind', { node: 'n02', kind: 'character' })
    await session.refresh()
  })
  expect(read()).not.toContain('n02')
})

test('offers a group and the path from the start if they exist', async () => {
  const { session } = await renderWithStory(<Manuscript />)
  const { mirror } = session
  expect(nodesOf('group', mirror, new Set(['n12']))?.sort()).toEqual(['n11', 'n12', 'n13'])
  expect(nodesOf('way', mirror, new Set(['n04']))).toEqual(['n01', 'n02', 'n04'])
  expect(nodesOf('way', mirror, new Set(['n18']))).toBeUndefined()
  expect(screen.queryByRole('radio', { name: 'Group' })).toBeNull()
  act(() => useSelection.getState().select(['n12']))
  expect(screen.getByRole('radio', { name: 'Group' })).toBeTruthy()
})

test('the scroll position is restored unless another node is selected', async () => {
  const story = smallStory()
  const text = () => screen.getByRole('region', { name: 'Pages' })
  await renderWithStory(<Manuscript />, { story })
  fireEvent.wheel(text())
  text().scrollTop = 700
  fireEvent.scroll(text())
  cleanup()
  await renderWithStory(<Manuscript />, { story })
  expect(text().scrollTop).toBe(700)
  cleanup()
  useSelection.getState().select(['n01'])
  await renderWithStory(<Manuscript />, { story })
  expect(text().scrollTop).not.toBe(700)
})

test('finding is about the whole text, not about the passage that has the caret', async () => {
  act(() => useWorkspace.getState().setColumns({ left: [], right: ['inspector', 'find'] }, []))
  await renderWithStory(<Manuscript />)
  const text = await screen.findByRole('textbox', { name: /^Text of The night ferry/ })
  act(() => text.focus())
  fireEvent.keyDown(text, { key: 'f', ctrlKey: true })
  expect(useWorkspace.getState().shown.right).toBe('find')
  expect(screen.queryByRole('textbox', { name: 'Find' })).toBeNull()
})
