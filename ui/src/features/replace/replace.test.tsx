/** Find and replace in all texts: previewed, limited, and done in one call. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { useFindQuery, useWorkspace } from '../../state'
import { ReplaceDialog } from '.'

beforeAll(setUpDom)
beforeEach(() =>
  act(() => {
    useSelection.getState().clear()
    useWorkspace.getState().setDialog(undefined)
    useFindQuery.setState({ find: '', matchCase: false, wholeWord: false })
  }),
)

const place = (found: string, character = 1) => ({
  character,
  before: 'met ',
  found,
  after: ' there',
})
const tools: Record<string, FakeTool> = {
  find_in_texts: ({ args }) => {
    const nodes = [
      { id: 'n01', title: 'Ferry', count: 2, places: [place('Tom'), place('tom', 20)] },
      { id: 'n02', title: 'Quay', count: 1, places: [place('Tom')] },
    ]
    return args.match_case
      ? { count: 1, node_count: 1, nodes: nodes.slice(1) }
      : { count: 3, node_count: 2, nodes }
  },
  replace_in_texts: () => ({ count: 2, nodes: [{ id: 'n01', title: 'Ferry', count: 2 }] }),
}

async function open() {
  const staged = await renderWithStory(<ReplaceDialog />, { tools })
  act(() => useWorkspace.getState().setDialog('replace'))
  const dialog = within(await screen.findByRole('dialog'))
  return { ...staged, dialog }
}

test('every match is shown before and after replacing, and nodes can be excluded', async () => {
  const { user, dialog, calls } = await open()
  await user.type(dialog.getByRole('textbox', { name: 'Find' }), 'tom')
  await user.type(dialog.getByRole('textbox', { name: 'Replace with' }), 'Neo')
  await dialog.findByText('3 matches in 2 scenes')
  expect(dialog.getAllByText('Neo')).toHaveLength(3)
  expect(await a11yViolations()).toEqual([])
  await user.click(dialog.getByRole('checkbox', { name: /Quay/ }))
  await user.click(dialog.getByRole('button', { name: 'Replace 2 matches' }))
  await waitFor(() =>
    expect(calls('replace_in_texts')).toEqual([{ find: 'tom', with: 'Neo', nodes: ['n01'] }]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('letter case, whole words and the selection limit what is found and replaced', async () => {
  act(() => useSelection.getState().select(['n02']))
  const { user, dialog, calls } = await open()
  await user.click(dialog.getByRole('checkbox', { name: 'Match case' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Whole words' }))
  await user.click(dialog.getByRole('radio', { name: 'Selection (1)' }))
  await user.type(dialog.getByRole('textbox', { name: 'Find' }), '林梅')
  await dialog.findByText('1 match in one scene')
  await user.click(dialog.getByRole('button', { name: 'Replace 1 match' }))
  const wanted = { find: '林梅', match_case: true, whole_word: true, nodes: ['n02'] }
  await waitFor(() => expect(calls('replace_in_texts')).toEqual([{ ...wanted, with: '' }]))
  expect(calls('find_in_texts').at(-1)).toEqual({ ...wanted, limit: 1000 })
})
