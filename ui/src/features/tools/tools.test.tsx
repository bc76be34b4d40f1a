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
  await user.type(await screen.findByRole('combobox', { name: 'Name' }), 'faction')
  await user.click(screen.getByRole('checkbox', { name: 'Picture' }))
  await user.click(screen.getByRole('checkbox', { name: 'Text' }))
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Create kind' }))
  expect(calls('define_kind')).toEqual([{ name: 'faction', capabilities: ['kv', 'image'] }])
  await waitFor(() => expect(useWorkspace.getState().dialog).toBeUndefined())
})

test('fields are added to a kind, put in order and kept with what their types need', async () => {
  const { user, calls } = await renderWithStory(<KindDialog />, {
    tools: { define_kind: () => ({}) },
  })
  act(() => useWorkspace.getState().defineKind('character'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Kind “Character”' }))
  const add = dialog.getByRole('button', { name: 'Add a field' })
  await user.click(add)
  await user.keyboard('Mentor')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Type of Mentor' }), 'Other cards')
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Which cards Mentor names' }),
    'Character',
  )
  await user.type(dialog.getByRole('textbox', { name: /^What Mentor is called/ }), 'Student')
  await user.click(add)
  await user.keyboard('Side')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Type of Side' }), 'One of a list')
  await user.type(dialog.getByRole('combobox', { name: 'Add a value…' }), 'crew{Enter}watch{Enter}')
  expect(await a11yViolations()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Move Side up' }))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(calls('define_kind')).toEqual([
    {
      name: 'character',
      fields: [
        { name: 'Side', type: 'choice', choices: ['crew', 'watch'] },
        { name: 'Mentor', type: 'reference', to: 'character', inverse: 'Student' },
      ],
    },
  ])
})
