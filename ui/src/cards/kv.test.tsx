/** Attributes: each edit is one call; typed text stays in the field until it is saved. */

import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeError, smallStory } from '../bridge/fake/fakeBridge'
import { useSelection } from '../document'
import { Card } from './kv'
import { a11yViolations, renderWithStory, setUpDom } from './testing/renderWithStory'

beforeEach(setUpDom)
afterEach(cleanup)

const items = [
  { k: 'Name', v: 'Mara' },
  { k: 'Age', v: '34' },
]
const card = <Card node="n11" data={{ items }} version={1} reread={() => {}} />

test('Enter saves a changed value in one call', async () => {
  const { user, calls } = await renderWithStory(card)
  const field = screen.getByLabelText('Value of Age')
  await user.clear(field)
  await user.type(field, '35{Enter}')
  await user.tab()
  expect(calls('update_node_kv')).toEqual([{ node: 'n11', items: [{ k: 'Age', v: '35' }] }])
})

test('Shift+Enter adds a line, Escape discards', async () => {
  const { user, calls } = await renderWithStory(card)
  const field = screen.getByLabelText<HTMLTextAreaElement>('Value of Age')
  await user.type(field, '{Shift>}{Enter}{/Shift}soon 35')
  expect(field.value).toBe('34\nsoon 35')
  await user.type(field, '{Escape}')
  await user.tab()
  expect([field.value, calls('update_node_kv')]).toEqual(['34', []])
})

test('Enter that ends a composition does not save', async () => {
  const { user, calls } = await renderWithStory(card)
  const field = screen.getByLabelText('Value of Name')
  await user.type(field, '!')
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(calls('update_node_kv')).toEqual([])
})

test('an edited value is saved when the card unmounts', async () => {
  const { user, calls } = await renderWithStory(card)
  await user.type(screen.getByLabelText('Value of Age'), '5')
  cleanup()
  expect(calls('update_node_kv')).toEqual([{ node: 'n11', items: [{ k: 'Age', v: '345' }] }])
})

test('a new attribute is added in one call, and the row is ready for the next', async () => {
  const { user, calls } = await renderWithStory(card)
  const key = screen.getByLabelText<HTMLInputElement>('Attribute')
  await user.type(key, 'Role')
  await user.tab()
  await user.keyboard('Heroine{Enter}')
  expect(calls('update_node_kv')).toEqual([{ node: 'n11', items: [{ k: 'Role', v: 'Heroine' }] }])
  expect([key.value, document.activeElement]).toEqual(['', key])
})

test('adding an existing key does not overwrite its value', async () => {
  const { user, calls } = await renderWithStory(card)
  await user.type(screen.getByLabelText('Attribute'), 'name{Enter}')
  screen.getByText('name already exists. Change its value above.')
  expect(calls('update_node_kv')).toEqual([])
})

test('renaming a key writes the new one before it removes the old one', async () => {
  const { user, bridge } = await renderWithStory(card)
  const field = screen.getByLabelText('Key Age')
  await user.clear(field)
  await user.type(field, 'Years{Enter}')
  const wrote = bridge.calls.filter((it) => it.name.endsWith('_node_kv'))
  expect(wrote.map((it) => [it.name, it.args])).toEqual([
    ['update_node_kv', { node: 'n11', items: [{ k: 'Years', v: '34' }] }],
    ['remove_node_kv', { node: 'n11', keys: ['Age'] }],
  ])
})

test('an attribute is removed in one call', async () => {
  const { user, calls } = await renderWithStory(card)
  await user.click(screen.getByRole('button', { name: 'Remove Age' }))
  expect(calls('remove_node_kv')).toEqual([{ node: 'n11', keys: ['Age'] }])
})

test('an error is shown at its row and the typed value stays', async () => {
  const tools = {
    update_node_kv: () => {
      throw new FakeError('INVALID_ACTION_INPUT', 'too old', 'try a smaller number')
    },
  }
  const { user } = await renderWithStory(card, { tools })
  const field = screen.getByLabelText<HTMLTextAreaElement>('Value of Age')
  await user.type(field, '0000{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('too oldtry a smaller number')
  expect(alert.closest('li')?.contains(field)).toBe(true)
  expect(field.value).toBe('340000')
})

test('has no accessibility violations', async () => {
  await renderWithStory(card)
  expect(await a11yViolations()).toEqual([])
})

test('a character without aliases is offered to add some, a scene is not', async () => {
  const { user, calls } = await renderWithStory(card)
  await user.type(screen.getByLabelText('Aliases'), 'Mara, the keeper{Enter}')
  expect(calls('update_node_kv')).toEqual([
    { node: 'n11', items: [{ k: 'Aliases', v: 'Mara, the keeper' }] },
  ])
})

test.each([
  ['n11', [{ k: 'aliases', v: 'the keeper' }], 'Mentions under these names are found too'],
  ['n01', items, undefined],
])('on %s the hint is shown at the aliases', async (node, held, hint) => {
  await renderWithStory(<Card node={node} data={{ items: held }} version={1} reread={() => {}} />)
  expect(screen.queryByLabelText('Aliases')).toBeNull()
  expect(screen.queryByText(/Mentions under these names/) !== null).toBe(hint !== undefined)
})

const fields = [
  { name: 'Age', type: 'number' as const },
  { name: 'Born', type: 'date' as const },
  { name: 'Side', type: 'choice' as const, choices: ['crew', 'watch'] },
  { name: 'Friends', type: 'reference' as const, to: 'character' },
]

/** A character whose kind has fields, one of which has a value. */
function withFields(items: { k: string; v: string }[]) {
  const character = { capabilities: ['kv', 'image', 'text'], fields }
  const story = { ...smallStory(), kinds: { character } }
  const data = { items }
  return renderWithStory(<Card node="n11" data={data} version={1} reread={() => {}} />, { story })
}

test('the fields of the kind are there before they have a value, each with its control', async () => {
  const { user, calls } = await withFields([{ k: 'side', v: 'crew' }])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Value of Side' }), 'watch')
  fireEvent.change(screen.getByLabelText('Value of Born'), { target: { value: '1887-05-14' } })
  fireEvent.blur(screen.getByLabelText('Value of Born'))
  await user.type(screen.getByLabelText('Value of Age'), '35{Enter}')
  expect(calls('update_node_kv').map((it) => it.items)).toEqual([
    [{ k: 'Side', v: 'watch' }],
    [{ k: 'Born', v: '1887-05-14' }],
    [{ k: 'Age', v: '35' }],
  ])
  expect(await a11yViolations()).toEqual([])
})

test('a reference is chips that lead to their cards, added and removed one by one', async () => {
  const title = smallStory().nodes.get('n12')?.title ?? ''
  const { user, calls } = await withFields([{ k: 'Friends', v: `Ada, the first; ${title}` }])
  const chips = screen.getByRole('list', { name: 'Value of Friends' })
  expect(chips.textContent).toBe(`Ada, the first${title}`)
  await user.click(screen.getByRole('button', { name: title }))
  expect(useSelection.getState().focused).toBe('n12')
  await user.type(screen.getByRole('combobox', { name: 'Add to Friends…' }), 'Bo{Enter}')
  await user.click(screen.getByRole('button', { name: `Remove “${title}” from Friends` }))
  expect(calls('update_node_kv').map((it) => it.items)).toEqual([
    [{ k: 'Friends', v: `Ada, the first; ${title}; Bo` }],
    [{ k: 'Friends', v: 'Ada, the first' }],
  ])
})

test('what does not fit is said at its field, and stays there to be mended', async () => {
  const refused = new FakeError('INVALID_ACTION_INPUT', 'Age takes a number, and "old" is none')
  const character = { capabilities: ['kv'], fields }
  await renderWithStory(<Card node="n11" data={null} version={null} reread={() => {}} />, {
    story: { ...smallStory(), kinds: { character } },
    tools: {
      update_node_kv: () => {
        throw refused
      },
    },
  })
  const field = screen.getByLabelText<HTMLTextAreaElement>('Value of Age')
  fireEvent.change(field, { target: { value: 'old' } })
  fireEvent.blur(field)
  const row = field.closest('li')
  expect((await screen.findByRole('alert')).textContent).toContain('takes a number')
  expect(row?.contains(screen.getByRole('alert'))).toBe(true)
  expect(field.value).toBe('old')
})
