/** The writer's own prompts: put into the message, saved from it, changed and deleted. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Answer, Call, Program } from '../../../bridge'
import { setPrompts } from '../../../cards'
import { a11yViolations, setUpDom } from '../../../cards/testing/renderWithStory'
import { useWorkspace } from '../../../state'
import { setText } from '../state/conversation'
import { openAssistant } from '../testing'

beforeAll(setUpDom)
afterEach(() => {
  act(() => useWorkspace.setState({ windowContext: undefined }))
  setPrompts()
})

/** The assistant in a window whose program keeps prompts; with the changes that were asked for. */
async function openWithPrompts(kept: Record<string, string>) {
  let prompts = kept
  const changes: unknown[] = []
  const call = async ({ name, args }: Call): Promise<Answer> => {
    const changed = args.prompts as Record<string, string>
    changes.push(changed)
    prompts = Object.fromEntries(Object.entries({ ...prompts, ...changed }).filter(([, it]) => it))
    const base = { tool_name: name, tool_call_id: '', tool_call_args: {} }
    const result = { module: 'workspace', method: name, data: { prompts } }
    return { ...base, status: 'success', result }
  }
  const program = { origin: 'window/fake', call } as unknown as Program
  setPrompts(kept)
  setText('')
  const opened = await openAssistant()
  act(() => useWorkspace.setState({ windowContext: { program, story: 's', leave: () => {} } }))
  const openMenu = () => opened.user.click(screen.getByRole('button', { name: 'Prompts' }))
  const text = () => (opened.field as HTMLTextAreaElement).value
  return { ...opened, changes, openMenu, text }
}

test('a prompt is put behind what is written, or chosen by typing its name', async () => {
  const { user, field, openMenu, text } = await openWithPrompts({ 'More rain': 'Let it rain.' })
  await user.type(field, 'In the harbor:')
  await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'More rain' }))
  expect(text()).toBe('In the harbor:\n\nLet it rain.')
  await user.clear(field)
  await user.type(field, '/rain')
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Let it rain.')
  await user.keyboard('{Enter}')
  expect(text()).toBe('Let it rain.')
})

test('what is written is saved as a prompt', async () => {
  const { user, field, openMenu, changes, sent, text } = await openWithPrompts({})
  await user.type(field, 'Let feelings show in actions.')
  await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Save this as a prompt…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Prompts' })
  expect(await a11yViolations()).toEqual([])
  const save = within(dialog).getByRole('button', { name: 'Save prompt' })
  expect(save).toHaveProperty('disabled', true)
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' Show it ')
  await user.click(save)
  await within(dialog).findByRole('button', { name: /^Show it/ })
  expect(changes).toEqual([{ 'Show it': 'Let feelings show in actions.' }])
  expect(sent('send_message'), 'the message is not sent by that').toEqual([])
  expect(text()).toBe('Let feelings show in actions.')
})

test('a name that is taken is told before its prompt is replaced', async () => {
  const { user, openMenu, changes } = await openWithPrompts({ Rain: 'Let it rain.' })
  await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Edit prompts…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Prompts' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Rain')
  within(dialog).getByText('A prompt with this name exists. Saving replaces it.')
  await user.type(within(dialog).getByRole('textbox', { name: 'Prompt' }), 'Harder.')
  await user.click(within(dialog).getByRole('button', { name: 'Save prompt' }))
  await waitFor(() => expect(changes).toEqual([{ Rain: 'Harder.' }]))
})

test('a prompt is renamed and changed; a deleted one can be saved again', async () => {
  const { user, openMenu, changes } = await openWithPrompts({ Rain: 'Let it rain.' })
  await openMenu()
  await user.click(await screen.findByRole('menuitem', { name: 'Edit prompts…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Prompts' })
  const field = (name: string) => within(dialog).getByRole('textbox', { name })
  await user.click(within(dialog).getByRole('button', { name: /^Rain/ }))
  await user.clear(field('Name'))
  await user.type(field('Name'), 'Rain  more')
  await user.type(field('Prompt'), ' Harder.')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(changes).toEqual([{ Rain: '', 'Rain more': 'Let it rain. Harder.' }]))
  await user.click(within(dialog).getByRole('button', { name: 'Delete “Rain more”' }))
  await waitFor(() => expect(within(dialog).queryByRole('listitem')).toBeNull())
  await user.click(within(dialog).getByRole('button', { name: 'Save prompt' }))
  await within(dialog).findByRole('button', { name: /^Rain more/ })
})
