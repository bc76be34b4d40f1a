/** Calling tools directly, from the form to the result; custom kinds. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FakeError } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useNotices, useWorkspace } from '../../state'
import { KindDialog, ToolDialog } from '.'

beforeAll(setUpDom)
beforeEach(() => {
  useWorkspace.setState({ tool: undefined, dialog: undefined, paletteOpen: false })
})

test('shows a tool error in its form and the result after success', async () => {
  let refused = true
  const { user } = await renderWithStory(<ToolDialog />, {
    tools: {
      rename_story: () => {
        if (refused) throw new FakeError('INVALID_ACTION_INPUT', 'the title is empty', 'write one')
        return {}
      },
    },
  })
  act(() => useWorkspace.getState().openToolForm({ name: 'rename_story', args: { title: 'x' } }))
  const form = within(await screen.findByRole('form', { name: 'Rename the story' }))
  await user.click(form.getByRole('button', { name: 'Run' }))
  await screen.findByText(/the title is empty/)
  refused = false
  await user.click(form.getByRole('button', { name: 'Run' }))
  await waitFor(() => expect(useWorkspace.getState().tool).toBeUndefined())
  expect(useNotices.getState().notice?.text).toBe('Done: Rename the story')
})

test('a custom kind is defined by its name and its capabilities', async () => {
  const { user, calls } = await renderWithStory(<KindDialog />, {
    tools: { define_kind: () => ({}) },
  })
  act(() => useWorkspace.getState().setDialog('kind'))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'faction')
  await user.click(screen.getByRole('checkbox', { name: 'Picture' }))
  await user.click(screen.getByRole('checkbox', { name: 'Text' }))
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Create kind' }))
  expect(calls('define_kind')).toEqual([{ name: 'faction', capabilities: ['kv', 'image'] }])
  await waitFor(() => expect(useWorkspace.getState().dialog).toBeUndefined())
})
