/** Tags and status on the page of one card and of several, and the offer to rename a card. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { statusColor, tagColor, useNodeTags, useSelection } from '../../document'
import { useWorkspace } from '../../state'
import { Inspector } from './Inspector'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
  useSelection.getState().clear()
  useWorkspace.getState().setColumns({ left: [], right: ['inspector'] }, [])
})
afterEach(cleanup)

async function looked(...nodes: string[]) {
  useSelection.getState().select(nodes)
  const set = await renderWithStory(<Inspector />)
  if (nodes.length === 1) await screen.findByLabelText('Title')
  return set
}

test('a tag is added from a chip and removed, and is shown only under the title', async () => {
  const { user, calls } = await looked('n02')
  await user.click(screen.getByRole('button', { name: 'Add Tag' }))
  await user.type(screen.getByRole('combobox', { name: 'Add a tag' }), 'storm, night{Enter}')
  const list = await screen.findByRole('list', { name: 'Tags' })
  await within(list).findByText('night')
  expect(calls('update_node_kv').at(-1)).toEqual({
    node: 'n02',
    items: [{ k: 'Tags', v: 'storm, night' }],
  })
  expect(screen.queryByRole('list', { name: 'Attributes' })).toBeNull()
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove the tag storm' }))
  await waitFor(() => expect(useNodeTags.getState().tags.get('n02')).toEqual(['night']))
})

test('a status is chosen from the menu, or typed as a custom one', async () => {
  const { user, calls } = await looked('n02')
  await user.click(screen.getByRole('button', { name: 'Add Status' }))
  await user.click(screen.getByRole('button', { name: 'Status: No status' }))
  await user.click(screen.getByRole('menuitem', { name: 'Revised' }))
  await user.click(await screen.findByRole('button', { name: 'Status: Revised' }))
  await user.click(screen.getByRole('menuitem', { name: 'Other…' }))
  await user.type(screen.getByRole('textbox', { name: 'Name of the status' }), 'at Ada’s{Enter}')
  await screen.findByRole('button', { name: 'Status: at Ada’s' })
  expect(calls('set_attribute')).toEqual([
    { nodes: ['n02'], key: 'Status', value: 'Revised' },
    { nodes: ['n02'], key: 'Status', value: 'at Ada’s' },
  ])
})

test('several cards get a tag and a status at once, each keeping its own tags', async () => {
  const { user, calls, session } = await looked('n02', 'n03')
  await session.call('update_node_kv', { node: 'n02', items: [{ k: 'tags', v: 'rain' }] })
  await screen.findByText('rain')
  await user.type(screen.getByRole('combobox', { name: 'Add a tag' }), 'act 1{Enter}')
  expect(calls('update_attribute_table')).toEqual([
    {
      cells: [
        { node: 'n02', k: 'tags', v: 'rain, act 1' },
        { node: 'n03', k: 'Tags', v: 'act 1' },
      ],
    },
  ])
})

test('status names are recognized in every language', () => {
  expect(['Done', '定稿', 'fertig'].map(statusColor)).toEqual(['4', '4', '4'])
})

test('a tag gets the chosen color everywhere at once, and can be reset to its default', async () => {
  const { user, calls, session } = await looked('n02')
  await session.call('update_node_kv', { node: 'n02', items: [{ k: 'Tags', v: 'storm' }] })
  const usual = tagColor('storm')
  const other = usual === '2' ? { color: '4', name: 'Green' } : { color: '2', name: 'Orange' }
  const dot = { name: 'Color of the tag “storm”' }
  await user.click(await screen.findByRole('button', dot))
  expect(screen.queryByRole('menuitem', { name: 'Usual color' })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: other.name }))
  expect(calls('set_tag_color')).toEqual([{ tag: 'storm', color: other.color }])
  await waitFor(() => expect(tagColor('storm')).toBe(other.color))
  await user.click(screen.getByRole('button', dot))
  await user.click(screen.getByRole('menuitem', { name: 'Usual color' }))
  await waitFor(() => expect(tagColor('storm')).toBe(usual))
})

test('a word goal is set and cleared at the word count of a scene', async () => {
  const { user, calls } = await looked('n02')
  const count = /Word goal of this scene/
  await user.click(await screen.findByRole('button', { name: count }))
  await user.type(screen.getByRole('spinbutton', { name: count }), '400{Enter}')
  expect(calls('set_attribute')).toEqual([{ nodes: ['n02'], key: 'Word goal', value: '400' }])
  await user.click(await screen.findByRole('button', { name: /of 400 words/ }))
  expect(screen.queryByRole('list', { name: 'Attributes' })).toBeNull()
  await user.clear(screen.getByRole('spinbutton', { name: count }))
  await user.keyboard('{Enter}')
  expect(calls('set_attribute').at(-1)).toEqual({ nodes: ['n02'], key: 'Word goal' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /of 400 words/ })).toBeNull())
  expect(await a11yViolations()).toEqual([])
})

test('changing a character’s name offers to rename the node and keep the old title as an alias', async () => {
  const { user, calls, session, bridge } = await looked('n11')
  const title = screen.getByLabelText<HTMLTextAreaElement>('Title').value
  await session.call('update_node_kv', { node: 'n11', items: [{ k: 'Name', v: 'Neo' }] })
  await user.click(await screen.findByRole('button', { name: 'Rename card to “Neo”' }))
  // One call, and so one step to undo.
  expect(calls('rename_node')).toEqual([
    { node: 'n11', title: 'Neo', rewrite_links: true, alias_key: 'Aliases' },
  ])
  expect(bridge.story.nodes.get('n11')?.items).toContainEqual({ k: 'Aliases', v: title })
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Rename card to “Neo”' })).toBeNull(),
  )
})
