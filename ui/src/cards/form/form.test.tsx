/** Forms generated from tools. */

import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../testing/renderWithStory'
import { ToolForm } from './ToolForm'

beforeAll(setUpDom)

test('a form asks for required fields, suggests titles, and omits empty ones', async () => {
  const send = vi.fn()
  const { user } = await renderWithStory(
    <ToolForm tool="link_nodes" submitLabel="Run" initial={{ from: 'n01' }} onSubmit={send} />,
  )
  const from = screen.getByRole('combobox', { name: /^From/ })
  expect(from).toHaveProperty('value', 'The night ferry')
  await user.click(screen.getByRole('button', { name: 'Run' }))
  const to = screen.getByRole('combobox', { name: 'To' })
  expect(to.getAttribute('aria-invalid')).toBe('true')
  expect(send).not.toHaveBeenCalled()
  await user.type(to, '雾中的码头')
  await user.type(screen.getByRole('textbox', { name: /^Position among/ }), '2')
  await user.type(screen.getByRole('textbox', { name: /^Effect/ }), 'gold = 1')
  await user.click(screen.getByRole('button', { name: 'Run' }))
  expect(send).toHaveBeenCalledWith({
    from: 'n01',
    to: '雾中的码头',
    order: 2,
    effect: 'gold = 1',
  })
  expect(await a11yViolations()).toEqual([])
})

test('pairs and lists are rows that can be added and removed, and keep line breaks', async () => {
  const send = vi.fn()
  const items = [
    { k: 'Age', v: '34' },
    { k: 'Past', v: 'a\nb' },
  ]
  const { user } = await renderWithStory(
    <ToolForm
      tool="update_node_kv"
      submitLabel="Go"
      hidden={['node']}
      initial={{ node: 'n11', items, extra: { kept: true } }}
      onSubmit={send}
    />,
  )
  expect(screen.queryByRole('combobox')).toBeNull()
  const list = within(screen.getByRole('group', { name: 'Attributes' }))
  await user.click(list.getByRole('button', { name: 'Remove row 1' }))
  await user.click(list.getByRole('button', { name: 'Add another' }))
  await user.type(list.getByRole('textbox', { name: 'Attribute, row 2' }), 'Faction')
  await user.type(list.getByRole('textbox', { name: 'Value, row 2' }), 'Harbor{Control>}{Enter}')
  expect(send).toHaveBeenCalledWith({
    node: 'n11',
    items: [
      { k: 'Past', v: 'a\nb' },
      { k: 'Faction', v: 'Harbor' },
    ],
    extra: { kept: true },
  })
})

test('an error is shown at the field it names', async () => {
  const error = {
    code: 'INVALID_ACTION_INPUT' as const,
    message: 'at character 3: there is no end',
    path: '/effect',
    hint: 'close it',
  }
  await renderWithStory(
    <ToolForm tool="set_enter_effect" submitLabel="Go" error={error} onSubmit={() => {}} />,
  )
  await waitFor(() => screen.getByText('at character 3: there is no end — close it'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an emptied text is sent as empty, an emptied node is omitted', async () => {
  const send = vi.fn()
  const { user } = await renderWithStory(
    <ToolForm
      tool="update_link"
      submitLabel="Go"
      initial={{ from: 'n01', to: 'n02', condition: 'has_key' }}
      onSubmit={send}
    />,
  )
  await user.clear(screen.getByRole('textbox', { name: /^Condition/ }))
  await user.clear(screen.getByRole('combobox', { name: /^From/ }))
  await user.click(screen.getByRole('button', { name: 'Go' }))
  expect(send).toHaveBeenCalledWith({ to: 'n02', condition: '' })
})
