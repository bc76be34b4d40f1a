/** Tools called from the palette: their form is filled from the selection, and they run. */

import { act, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../cards/testing/renderWithStory'
import { useSelection } from '../document'
import { Palette } from '../features/palette'
import { ToolDialog } from '../features/tools'
import { useWorkspace } from '../state'

beforeAll(setUpDom)
beforeEach(() => {
  useSelection.getState().clear()
  useWorkspace.setState({ tool: undefined, dialog: undefined, paletteOpen: false })
})

test('the palette offers every tool, with a form filled from the selection', async () => {
  useSelection.getState().select(['n01'])
  const { user, calls } = await renderWithStory(
    <>
      <Palette />
      <ToolDialog />
    </>,
    {
      tools: {
        find_paths: () => ({ count: 1, paths: [{ nodes: [{ id: 'n10', title: 'Morning' }] }] }),
      },
    },
  )
  act(() => useWorkspace.getState().setPalette(true))
  await user.type(await screen.findByRole('combobox'), 'find paths')
  await user.click(await screen.findByRole('option', { name: /Find paths/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Find paths' }))
  expect(dialog.getByRole('combobox', { name: /^From/ })).toHaveProperty('value', 'The night ferry')
  await user.type(dialog.getByRole('combobox', { name: 'To' }), 'morning{Enter}')
  expect(calls('find_paths')).toEqual([{ from: 'n01', to: 'morning' }])
  expect(await a11yViolations()).toEqual([])
  await user.click(await dialog.findByRole('button', { name: 'Morning' }))
  expect(useSelection.getState().focused).toBe('n10')
  expect(useWorkspace.getState().tool).toBeUndefined()
})

test('the palette creates a node of any kind', async () => {
  const { user, calls } = await renderWithStory(
    <>
      <Palette />
      <ToolDialog />
    </>,
  )
  act(() => useWorkspace.getState().setPalette(true))
  await user.type(await screen.findByRole('combobox'), 'new: char')
  await user.click(await screen.findByRole('option', { name: 'New: Character' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create card' }))
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Trinity{Enter}')
  expect(calls('create_node')).toEqual([{ title: 'Trinity', kind: 'character' }])
})
