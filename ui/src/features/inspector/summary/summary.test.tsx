/** The summary of a card: shown with who keeps it, marked as stale, and written by hand. */

import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { useSelection } from '../../../document'
import { useWorkspace } from '../../../state'
import { Inspector } from '../Inspector'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
  useSelection.getState().clear()
  useWorkspace.getState().setColumns({ left: [], right: ['inspector'] }, [])
  useSelection.getState().select(['n02'])
})
afterEach(cleanup)

test('a summary that a model keeps is marked as stale, and written by hand', async () => {
  let summary = { node: 'n02', title: 'x', text: 'Ada waits.', stale: true, model: 'small:m' }
  const listed = () => ({ count: 1, stale: 1, missing: 0, summaries: [summary] })
  const { user, calls } = await renderWithStory(<Inspector />, {
    tools: {
      list_summaries: listed,
      write_summary: ({ args }) => {
        summary = { ...summary, text: String(args.text), stale: false }
        return { node: { id: 'n02', title: 'x' }, version: 1 }
      },
    },
  })
  await screen.findByLabelText('Title')
  const field = await screen.findByRole('textbox', { name: 'Summary' })
  screen.getByText('The text has changed since.')
  screen.getByText(/Kept by small:m/)
  expect(await a11yViolations()).toEqual([])
  await user.clear(field)
  await user.type(field, 'Ada leaves.{Enter}')
  expect(calls('write_summary')).toEqual([{ node: 'n02', text: 'Ada leaves.' }])
  await waitFor(() => expect(screen.queryByText('The text has changed since.')).toBeNull())
})
