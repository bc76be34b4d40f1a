/** The story bible: editing its cells, columns and several rows. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { useWorkspace } from '../../state'
import { Bible } from './Bible'

beforeAll(() => {
  setUpDom()
  // jsdom lays nothing out: the table is as high as a window.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
    configurable: true,
    get: () => 600,
  })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', {
    configurable: true,
    get: () => 900,
  })
})
beforeEach(() => {
  useSelection.getState().clear()
  useWorkspace.getState().setColumns({ left: [], right: [] }, [])
})

const cell = (name: string) => screen.findByRole('textbox', { name })

test('cells are edited and cleared in place, under their columns', async () => {
  const { calls } = await renderWithStory(<Bible />)
  const age = await cell('Mara Lindqvist: Age')
  fireEvent.change(age, { target: { value: '35' } })
  fireEvent.blur(age)
  await waitFor(() => expect(calls('update_node_kv')).toHaveLength(1))
  expect(calls('update_node_kv')[0]).toEqual({ node: 'n11', items: [{ k: 'Age', v: '35' }] })
  const role = await cell('Mara Lindqvist: Role')
  fireEvent.change(role, { target: { value: '' } })
  fireEvent.blur(role)
  await waitFor(() => expect(calls('set_attribute')).toEqual([{ nodes: ['n11'], key: 'Role' }]))
  expect(await a11yViolations()).toEqual([])
})

test('a story with scenes alone offers to list them', async () => {
  const { session, user } = await renderWithStory(<Bible />)
  const others = [...session.mirror.nodes.values()].filter((it) => it.kind !== 'scene')
  await session.data('remove_nodes', { nodes: others.map((it) => it.id) })
  const attributes = await session.data('list_attributes', { kind: 'scene' })
  for (const { id, items } of attributes.nodes) {
    if (items.length > 0)
      await session.data('remove_node_kv', { node: id, keys: items.map((it) => it.k) })
  }
  await user.click(await screen.findByRole('button', { name: 'Show scenes' }))
  expect(await screen.findByRole('columnheader', { name: /Words/ })).toBeDefined()
})

test('a multi-line value keeps its lines when read, changed and pasted', async () => {
  const { calls, user, session } = await renderWithStory(<Bible />)
  await session.data('update_node_kv', { node: 'n11', items: [{ k: 'Age', v: 'thirty\nfour' }] })
  const age = await cell('Mara Lindqvist: Age')
  await waitFor(() => expect(age).toHaveProperty('value', 'thirty\nfour'))
  await user.click(age)
  await user.tab()
  await user.click(age)
  await user.type(age, '!')
  await user.tab()
  await waitFor(() => expect(calls('update_node_kv')).toHaveLength(2))
  expect(calls('update_node_kv')[1]).toEqual({
    node: 'n11',
    items: [{ k: 'Age', v: 'thirty\nfour!' }],
  })
  await user.clear(age)
  await user.paste('a\nb')
  await user.keyboard('{Shift>}{Enter}{/Shift}c{Enter}')
  await waitFor(() => expect(calls('update_node_kv')).toHaveLength(3))
  expect(calls('update_node_kv')[2]).toEqual({ node: 'n11', items: [{ k: 'Age', v: 'a\nb\nc' }] })
})

test('rows are filtered by kind and words, and sorted by a column', async () => {
  const { user } = await renderWithStory(<Bible />)
  await cell('Mara Lindqvist: Age')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'place')
  const titles = () => screen.getAllByLabelText<HTMLInputElement>('Title').map((it) => it.value)
  expect(titles().sort()).toEqual(['Skerry lighthouse', '雾港'])
  await user.type(screen.getByRole('searchbox'), 'skerry')
  expect(titles()).toEqual(['Skerry lighthouse'])
  const head = screen.getByRole('columnheader', { name: /Title/ })
  await user.click(within(head).getByRole('button', { name: 'Title' }))
  expect(head.getAttribute('aria-sort')).toBe('descending')
})

test('rows keep their order while a cell is edited and re-sort afterwards', async () => {
  const { user, session } = await renderWithStory(<Bible />)
  const titles = () => screen.getAllByLabelText<HTMLInputElement>('Title').map((it) => it.value)
  await user.click(await cell('Mara Lindqvist: Age'))
  const before = titles()
  const called = (title: string) => before.map((it) => (it === 'Mara Lindqvist' ? title : it))
  await session.data('rename_node', { node: 'n11', title: 'Zoe' })
  await cell('Zoe: Age')
  expect(titles()).toEqual(called('Zoe'))
  await user.click(screen.getByRole('searchbox'))
  expect(titles()).not.toEqual(called('Zoe'))
  expect(titles().indexOf('Zoe')).toBeGreaterThan(before.indexOf('Mara Lindqvist'))
})

test('an attribute is set on all chosen rows in one call', async () => {
  const { calls, user, bridge } = await renderWithStory(<Bible />)
  await cell('Mara Lindqvist: Age')
  act(() => useSelection.getState().select(['n11', 'n12']))
  const bulk = screen.getByRole('form', { name: '2 rows selected' })
  await user.type(within(bulk).getByRole('combobox', { name: 'Attribute' }), 'Faction')
  await user.type(within(bulk).getByRole('textbox', { name: 'Value' }), 'Harbor')
  await user.click(within(bulk).getByRole('button', { name: 'Set' }))
  await waitFor(() => expect(calls('set_attribute')).toHaveLength(1))
  expect(calls('set_attribute')[0]?.nodes).toEqual(expect.arrayContaining(['n11', 'n12']))
  expect(bridge.story.nodes.get('n12')?.items).toContainEqual({ k: 'Faction', v: 'Harbor' })
  expect(await cell('守塔人老顾: Faction')).toHaveProperty('value', 'Harbor')
})

test('a key is renamed in one step for all', async () => {
  const { calls, user } = await renderWithStory(<Bible />)
  await user.click(await screen.findByRole('button', { name: 'Column Role' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename attribute' }))
  const field = await screen.findByRole('textbox', { name: 'New name' })
  await user.clear(field)
  await user.type(field, 'Part{Enter}')
  await waitFor(() => expect(calls('rename_attribute')).toEqual([{ key: 'Role', new_key: 'Part' }]))
  expect(await cell('Mara Lindqvist: Part')).toHaveProperty('value', 'Protagonist')
})

test('editing a row focuses it and keeps a multi-selection', async () => {
  const { user } = await renderWithStory(<Bible />)
  await user.click(await cell('Mara Lindqvist: Age'))
  expect(useSelection.getState().focused).toBe('n11')
  act(() => useSelection.getState().select(['n11', 'n12']))
  await user.click(await cell('Skerry lighthouse: Age'))
  expect([...useSelection.getState().nodes]).toEqual(['n11', 'n12'])
})

test('kinds are changed for one or several rows; rows are added and removed', async () => {
  const { calls, user, bridge } = await renderWithStory(<Bible />)
  await cell('Mara Lindqvist: Age')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of 雾港' }), 'note')
  expect(calls('set_node_kind')).toEqual([{ node: expect.any(String), kind: 'note' }])
  await user.type(screen.getByRole('textbox', { name: 'Title of a new row' }), 'Trinity{Enter}')
  expect(calls('create_node')).toEqual([{ title: 'Trinity', kind: 'character' }])
  await cell('Trinity: Age')
  act(() => useSelection.getState().select(['n11', 'n12']))
  const bulk = within(screen.getByRole('form', { name: '2 rows selected' }))
  await user.selectOptions(bulk.getByRole('combobox', { name: /^Kind of all/ }), 'place')
  expect(calls('set_node_kinds')[0]).toMatchObject({ kind: 'place' })
  await user.selectOptions(bulk.getByRole('combobox', { name: /^Color of all/ }), '4')
  expect(calls('color_nodes')[0]).toMatchObject({ color: '4' })
  await user.click(bulk.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(bridge.story.nodes.has('n11')).toBe(false))
})

test('each column has a filter of its own', async () => {
  const { user } = await renderWithStory(<Bible />)
  await cell('Mara Lindqvist: Age')
  await user.click(screen.getByRole('button', { name: 'Filter by column' }))
  await user.type(screen.getByRole('searchbox', { name: 'Filter Age' }), '34')
  const titles = () => screen.getAllByLabelText<HTMLInputElement>('Title').map((it) => it.value)
  expect(titles()).toEqual(['Mara Lindqvist'])
  expect(await a11yViolations()).toEqual([])
})

test('reads only changed nodes again', async () => {
  const { calls, session } = await renderWithStory(<Bible />)
  await cell('Mara Lindqvist: Age')
  await act(() => session.data('update_node_kv', { node: 'n11', items: [{ k: 'Age', v: '35' }] }))
  await waitFor(() => expect(screen.getByDisplayValue('35')).toBeTruthy())
  expect(calls('list_attributes')).toHaveLength(1)
  expect(calls('read_node_kv')).toEqual([{ node: 'n11' }])
})

test('pasted spreadsheet rows are previewed, and written in one call', async () => {
  const { calls, user } = await renderWithStory(<Bible />)
  await user.click(await cell('Mara Lindqvist: Age'))
  await user.paste('角色\tAge\t身份\nMara Lindqvist\t35\t\n林梅\t28\t"船长,\n值夜"\n\t40\t\n')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText<HTMLSelectElement>('What column A holds').value).toBe(
    'title',
  )
  expect(within(dialog).getByText('Row 4, column A:', { exact: false })).toBeTruthy()
  expect(within(dialog).getByRole('status').textContent).toBe('1 new · 1 changed · 0 unchanged')
  expect(await a11yViolations()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Paste 2 rows' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('update_attribute_table')).toEqual([
    {
      create_nodes: [{ title: '林梅', kind: 'character' }],
      cells: [
        { node: 'n11', k: 'Age', v: '35' },
        { node: '林梅', k: 'Age', v: '28' },
        { node: '林梅', k: '身份', v: '船长,\n值夜' },
      ],
    },
  ])
  expect(await cell('林梅: 身份')).toHaveProperty('value', '船长,\n值夜')
})

test('a column without a header must be named before anything is written', async () => {
  const { user } = await renderWithStory(<Bible />)
  await cell('Mara Lindqvist: Age')
  await user.click(screen.getByRole('button', { name: 'Spreadsheet' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Paste/ }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('textbox', { name: 'Copied cells' }))
  await user.paste('Ada\tcook\nBen\tpilot')
  const write = await within(dialog).findByRole('button', { name: /^Paste \d/ })
  expect(write).toHaveProperty('disabled', true)
  expect(within(dialog).getByRole('alert').textContent).toContain('Give column B a name')
  await user.type(within(dialog).getByRole('textbox', { name: 'Attribute of column B' }), 'Job')
  expect(within(dialog).getByRole('button', { name: 'Paste 2 rows' })).toHaveProperty(
    'disabled',
    false,
  )
  expect(await a11yViolations()).toEqual([])
})

test('selected rows are deleted in one place: the panel of the selection, or the bar without it', async () => {
  useWorkspace.getState().setColumns({ left: [], right: ['inspector'] }, [])
  await renderWithStory(<Bible />)
  await cell('Mara Lindqvist: Age')
  act(() => useSelection.getState().select(['n11', 'n12']))
  const bulk = within(screen.getByRole('form', { name: '2 rows selected' }))
  expect(bulk.queryByRole('button', { name: 'Delete' })).toBeNull()
  act(() => useWorkspace.getState().setColumns({ left: [], right: [] }, []))
  bulk.getByRole('button', { name: 'Delete' })
})
