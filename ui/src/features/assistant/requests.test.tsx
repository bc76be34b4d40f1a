/** What a request is about, queued messages, questions, and how calls are grouped. */

import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, expect, it } from 'vitest'
import { useSelection } from '../../document'
import { useWorkspace } from '../../state'
import { splitAbout, withCardNames } from './composer/about'
import { useConversation } from './state/conversation'
import { openAssistant } from './testing'

beforeEach(() => useConversation.setState({ queued: [], text: '', pictures: [] }))

const question = (tool: string, args: Record<string, unknown>) => ({
  call_id: 'a',
  tool,
  impact: 'write' as const,
  args,
  text: '',
})

it('is about all selected cards, which are named in the message and shown with it', async () => {
  const { field, sent, user } = await openAssistant()
  act(() => useSelection.getState().select(['n01', 'n02', 'n11']))
  screen.getByText('About: 3 cards')
  await user.type(field, 'Make them shorter{Enter}')
  const [message] = sent('send_message')
  expect(message).toMatchObject({ node: 'n11' })
  const titles = splitAbout(String(message?.text)).titles
  expect(titles).toHaveLength(3)
  expect(titles).toContain('The night ferry')
  screen.getByText('Make them shorter')
  screen.getByText(/^About: The night ferry, /)
})

it('rejects too many cards with a message', async () => {
  const { session, field, sent, user } = await openAssistant()
  act(() => useSelection.getState().select(session.mirror.nodes.keys()))
  expect(session.mirror.nodes.size).toBeGreaterThan(12)
  await user.type(field, 'Shorten{Enter}')
  screen.getByText(/at most/)
  expect(sent('send_message')).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Leave out/ }))
  await user.type(field, '{Enter}')
  expect(sent('send_message')).toHaveLength(1)
})

it('warns before sending that a model sees no pictures, the built-in assistant among them', async () => {
  const { user } = await openAssistant()
  act(() => useConversation.setState({ pictures: ['aa11'] }))
  expect(screen.queryByText(/can’t see pictures/)).toBeNull()
  const windowContext = { program: {}, settings: { model: 'builtin' } }
  act(() => useWorkspace.setState({ windowContext } as never))
  screen.getByText(/can’t see pictures/)
  const unseeing = { model: 'work:tiny', sees_pictures: false }
  act(() => useWorkspace.setState({ windowContext: { program: {}, settings: unseeing } } as never))
  screen.getByText(/^work:tiny won’t be shown pictures/)
  await user.click(screen.getByRole('button', { name: 'Remove picture 1' }))
  expect(screen.queryByText(/won’t be shown pictures/)).toBeNull()
  act(() => useWorkspace.setState({ windowContext: undefined }))
})

it('separates the cards of a message from its text', () => {
  const cards = ['A', 'B [x]'].map((title) => ({ id: title, title }))
  expect(splitAbout(withCardNames('Go\non', cards))).toEqual({
    words: 'Go\non',
    titles: ['A', 'B [x]'],
  })
  expect(splitAbout(withCardNames('Go', cards.slice(1)))).toEqual({ words: 'Go', titles: [] })
  expect(splitAbout('See\n\n[[A]]').titles).toEqual([])
})

it('sends queued messages when the turn is done; a failed turn returns them to the composer', async () => {
  const { bridge, field, sent, user } = await openAssistant()
  await user.type(field, 'one{Enter}')
  await user.type(field, 'two{Enter}')
  await user.type(field, 'three{Enter}')
  expect(sent('send_message').map((it) => it.text)).toEqual(['one'])
  const waiting = within(screen.getByRole('list', { name: 'Waiting to be sent' }))
  expect(waiting.getAllByRole('listitem')).toHaveLength(2)
  await act(async () => bridge.end())
  expect(sent('send_message').map((it) => it.text)).toEqual(['one', 'two'])
  await act(async () => bridge.end({ ending: 'failed', text: 'no' }))
  expect(sent('send_message')).toHaveLength(2)
  expect(field).toHaveProperty('value', 'three')
  expect(screen.queryByRole('list', { name: 'Waiting to be sent' })).toBeNull()
})

it('returns a queued message to the composer when it is withdrawn', async () => {
  const { bridge, field, sent, user } = await openAssistant()
  await user.type(field, 'one{Enter}')
  await user.type(field, 'two{Enter}')
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  expect(field).toHaveProperty('value', 'two')
  await act(async () => bridge.end())
  expect(sent('send_message')).toHaveLength(1)
})

it('shows a question with the difference of the texts, without argument names', async () => {
  const { bridge, container, field, user } = await openAssistant({
    read_text: () => ({ text: 'The ferry leaves at nine. Nobody waits.' }),
  })
  await user.type(field, 'later{Enter}')
  const args = { node: 'n01', text: 'The ferry leaves at ten. Nobody waits.' }
  act(() => bridge.emit({ type: 'asked', turn: 't1', question: question('write_text', args) }))
  const asked = within(await screen.findByRole('region', { name: /^Make this change/ }))
  expect((await asked.findByRole('deletion')).textContent).toBe('nine')
  expect(asked.getByRole('insertion').textContent).toBe('ten')
  asked.getByText('The night ferry')
  expect(asked.queryByText('node')).toBeNull()
  expect(asked.queryByText('text')).toBeNull()
  expect((await axe.run(container)).violations).toEqual([])
})

it('shows a question with values before and after, and labels for other arguments', async () => {
  const { bridge, field, user } = await openAssistant({
    read_node_kv: () => ({ items: [{ k: 'Age', v: '34' }] }),
  })
  await user.type(field, 'older{Enter}')
  const items = [
    { k: 'age', v: '35' },
    { k: 'Mood', v: 'calm' },
  ]
  const change = question('update_node_kv', { node: 'n11', items })
  act(() => bridge.emit({ type: 'asked', turn: 't1', question: change }))
  expect((await screen.findByRole('deletion')).textContent).toBe('34')
  expect(screen.getAllByRole('insertion').map((it) => it.textContent)).toEqual(['35', 'calm'])
  const link = question('link_nodes', { from: 'n01', to: 'n11', label: 'Board', once: true })
  act(() => bridge.emit({ type: 'asked', turn: 't1', question: { ...link, call_id: 'b' } }))
  await screen.findByText('Text of the choice')
  screen.getByText('Only once')
})

it('keeps rejected edited arguments in the form, and shows what is wrong with them', async () => {
  const { bridge, field, user, sent } = await openAssistant({ answer_request: () => ({}) })
  await user.type(field, 'rename it{Enter}')
  const asked = question('rename_node', { node: 'n01', title: 'The ferry' })
  act(() => bridge.emit({ type: 'asked', turn: 't1', question: asked }))
  await user.click(await screen.findByRole('button', { name: 'Edit…' }))
  const title = () => screen.getByRole('textbox', { name: /^Title/ })
  await user.clear(title())
  await user.type(title(), 'No such place')
  await user.click(screen.getByRole('button', { name: 'Yes, with my edits' }))
  expect(sent('answer_request')).toHaveLength(1)
  const refused = {
    args: { node: 'n01', title: 'No such place' },
    message: '/title: the title is taken',
    path: '/title',
    hint: 'choose another',
  }
  act(() => bridge.emit({ type: 'asked', turn: 't1', question: { ...asked, refused } }))
  await screen.findByText(/the title is taken — choose another/)
  expect(title()).toHaveProperty('value', 'No such place')
  const again = screen.getByRole('button', { name: 'Yes, with my edits' })
  expect(again).toHaveProperty('disabled', false)
})

it('shows many successful calls as one line that can be expanded', async () => {
  const { bridge, container, field, user } = await openAssistant()
  await user.type(field, 'cabins{Enter}')
  for (const number of [1, 2, 3, 4, 5]) {
    const call = { call_id: `c${number}`, name: 'create_node', args: {} }
    const wrote = [
      { node: `x${number}`, title: `Cabin ${number}`, capability: 'node', version: { number: 1 } },
    ]
    const answer = {
      tool_name: 'create_node',
      tool_call_id: call.call_id,
      tool_call_args: {},
      status: 'success',
      wrote,
    }
    act(() => bridge.emit({ type: 'tool_call_began', turn: 't1', ...call }))
    act(() => bridge.emit({ type: 'tool_answered', turn: 't1', output: answer } as never))
  }
  const line = await screen.findByRole('button', { name: /Create card × 5/ })
  expect(line.textContent).toContain('Cabin 1, Cabin 2, Cabin 3 and 2 more')
  expect(screen.queryByRole('group', { name: 'Create card' })).toBeNull()
  await user.click(line)
  await waitFor(() => expect(screen.getAllByRole('group', { name: 'Create card' })).toHaveLength(5))
  const [first] = screen.getAllByRole('group', { name: 'Create card' })
  expect(first?.textContent).toMatch(/^Create cardCabin 1newShow/)
  expect((await axe.run(container)).violations).toEqual([])
})

it('leads to the cards that it made, and only once it is done', async () => {
  const { bridge, field, user } = await openAssistant()
  await user.type(field, 'two cabins{Enter}')
  const made = (node: string, capability: string, number: number) => ({
    node,
    title: node,
    capability,
    version: { number },
  })
  const wrote = [made('n02', 'node', 1), made('n05', 'text', 1), made('n11', 'node', 4)]
  const base = { tool_name: 'create_node', tool_call_id: 'a', tool_call_args: {} }
  const output = { ...base, status: 'success', wrote }
  act(() => bridge.emit({ type: 'tool_answered', turn: 't1', output } as never))
  expect(screen.queryByRole('button', { name: 'Show on the map' })).toBeNull()
  await act(async () => bridge.end())
  await user.click(screen.getByRole('button', { name: 'Show on the map' }))
  expect([...useSelection.getState().nodes]).toEqual(['n02'])
})
