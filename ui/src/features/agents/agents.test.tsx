/**
 * The panel of agents: opening the story, credentials, disconnecting, undo; it follows the
 * program's events.
 */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import type { PostedMessage } from '../../generated/workspaceTools'
import { AgentsPanel } from '.'
import type { Agents, Credential } from './agents'

beforeAll(setUpDom)

const TIME = '2026-11-23T10:00:00Z'
const LATER = new Date(Date.now() + 3_600_000).toISOString()

/** A program that can be opened to agents. */
function program(): { agents: Agents; tools: Record<string, FakeTool> } {
  const agents: Agents = { address: null, participants: [], credentials: [] }
  const credentialOf = (name: unknown) => {
    const found = agents.credentials.find((it) => it.client === name)
    if (!found) throw new Error(`no credential of ${name}`)
    return found
  }
  const messages: PostedMessage[] = []
  const tools: Record<string, FakeTool> = {
    open_to_agents: () => {
      agents.address = 'ws://127.0.0.1:7780/env/ferry'
      agents.mcp = 'http://127.0.0.1:7790/mcp'
      return { address: agents.address, mcp: agents.mcp }
    },
    close_to_agents: () => {
      agents.address = null
      return { closed: true }
    },
    list_participants: () => ({
      address: agents.address,
      mcp: agents.mcp,
      sign_in_code: agents.mcp && '123 456',
      participants: agents.participants,
      traffic: agents.traffic,
    }),
    list_agent_credentials: () => ({ credentials: agents.credentials }),
    add_agent_credential: ({ args }) => {
      const credential: Credential = {
        id: '1',
        client: String(args.name),
        name: String(args.name),
        role: args.human ? 'human' : 'agent',
        level: args.level as Credential['level'],
        spend: args.spend === true,
        from: TIME,
        until: TIME,
        valid: true,
      }
      agents.credentials = [credential]
      const invitation = args.human ? 'http://x/#/env/ferry/human/ann?credential=v4' : null
      const secret = 'v4.public.secret'
      const { name } = credential
      return { credential, name, secret, address: 'ws://x/agent/reader', path: '/', invitation }
    },
    change_agent_credential: ({ args }) => {
      const credential = credentialOf(args.name)
      Object.assign(credential, { level: args.level, spend: args.spend })
      return { credential }
    },
    renew_agent_credential: ({ args }) => {
      const credential = credentialOf(args.name)
      credential.until = LATER
      const secret = 'v4.public.later'
      const { name } = credential
      return { credential, name, secret, address: 'ws://x/reader', path: '/', invitation: null }
    },
    end_agent_credential: ({ args }) => {
      credentialOf(args.name).valid = false
      return {}
    },
    drop_participant: () => ({ dropped: true }),
    list_messages: () => ({ messages }),
    post_message: ({ args }) => {
      messages.push({ id: '2', from: null, name: 'Mia', text: String(args.text), time: TIME })
      return messages.at(-1)
    },
    undo_agent: () => ({ undone: ['write', 'rename'] }),
  }
  return { agents, tools }
}

const join = (agents: Agents) => {
  agents.participants = [
    {
      kind: 'agent',
      id: 'reader',
      name: 'reader',
      level: 'draft',
      since: TIME,
      actions: 2,
      running: null,
      last: { action: 'create_node', done: true, time: TIME },
    },
  ]
}

test('a closed story is opened, and shows the address to copy', async () => {
  const { tools } = program()
  const { user, calls } = await renderWithStory(<AgentsPanel />, { tools })
  await user.click(await screen.findByRole('button', { name: 'Open to agents' }))
  expect(calls('open_to_agents')).toHaveLength(1)
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })
  expect(address.value).toBe('ws://127.0.0.1:7780/env/ferry')
  const mcp = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address for MCP' })
  expect(mcp.value).toBe('http://127.0.0.1:7790/mcp')
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code for signing in' })
  expect(code.value).toBe('123 456')
  await user.click(screen.getByRole('button', { name: 'Copy: Address' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('ws://127.0.0.1:7780/env/ferry')
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Close to agents' }))
  await screen.findByRole('button', { name: 'Open to agents' })
})

test('an agent is invited with the chosen rights, and the secret is shown once', async () => {
  const { agents, tools } = program()
  agents.address = 'ws://127.0.0.1:7780/env/ferry'
  const { user, calls } = await renderWithStory(<AgentsPanel />, { tools })
  const form = within(await screen.findByRole('form', { name: 'Let in' }))
  const letIn = form.getByRole<HTMLButtonElement>('button', { name: 'Let in' })
  expect(letIn.disabled).toBe(true)
  await user.type(form.getByLabelText('Name'), 'reader')
  await user.click(form.getByRole('radio', { name: 'Read' }))
  await user.type(form.getByLabelText('Only these tools'), 'kv.read, text.read')
  await user.selectOptions(form.getByLabelText('For how long?'), '8 hours')
  await user.click(letIn)
  expect(calls('add_agent_credential')).toEqual([
    {
      name: 'reader',
      human: false,
      level: 'read',
      spend: false,
      methods: ['kv.read', 'text.read'],
      minutes: 480,
    },
  ])
  const secret = await screen.findByLabelText<HTMLInputElement>('Its credential')
  expect(secret.value).toBe('v4.public.secret')
  // It is narrowed, widened and ended where it is listed.
  await user.selectOptions(screen.getByLabelText('What reader may do'), 'Write')
  expect(calls('change_agent_credential')).toEqual([
    { name: 'reader', level: 'write', spend: false },
  ])
  const end = screen.getByLabelText<HTMLSelectElement>('When reader’s access ends')
  await user.selectOptions(end, '8 hours from now')
  expect(calls('renew_agent_credential')).toEqual([{ name: 'reader', minutes: 480 }])
  await waitFor(() => expect(secret.value).toBe('v4.public.later'))
  expect(end.selectedOptions[0]?.text).not.toContain('ago')
  await user.click(screen.getByRole('button', { name: 'End access for reader' }))
  await waitFor(() => expect(screen.queryByLabelText('What reader may do')).toBeNull())
})

test('connected agents are shown live, can be disconnected, and their changes undone', async () => {
  const { agents, tools } = program()
  agents.address = 'ws://127.0.0.1:7780/env/ferry'
  const { user, calls, bridge } = await renderWithStory(<AgentsPanel />, { tools })
  await screen.findByText('Nobody is connected yet.')
  join(agents)
  act(() => bridge.emit({ type: 'agents:changed' }))
  const row = (await screen.findByText('reader')).closest('li')
  expect(row?.textContent).toContain('2 actions')
  expect(row?.textContent).toContain('Last: create_node')
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo everything reader did' }))
  expect(calls('undo_agent')).toEqual([{ name: 'reader', human: false }])
  await user.click(screen.getByRole('button', { name: 'Disconnect reader' }))
  expect(calls('drop_participant')).toEqual([{ name: 'reader', human: false }])
})

test('the traffic of the hub can be looked at', async () => {
  const { agents, tools } = program()
  agents.address = 'ws://127.0.0.1:7780/env/ferry'
  agents.traffic = {
    connections: 2,
    received: [{ name: 'message', count: 7 }],
    delivered: 9,
    queued: 0,
    skipped: 1,
    errors: [{ name: 'unknown_recipient', count: 3 }],
    median_micros: 250,
  }
  const { user } = await renderWithStory(<AgentsPanel />, { tools })
  await user.click(await screen.findByText('2 connections, 7 messages'))
  const shown = (name: string) => screen.getByText(name).nextElementSibling?.textContent
  expect(shown('Messages sent')).toBe('9')
  expect(shown('Left out for slow readers')).toBe('1')
  expect(shown('unknown_recipient')).toBe('3')
  expect(shown('Half are passed on within')).toBe('0.25 ms')
  expect(screen.queryByText('99 of 100 are passed on within')).toBeNull()
  expect(await a11yViolations()).toEqual([])
})

test('others of the network can reach it where the writer says so', async () => {
  const { tools } = program()
  const { user, calls } = await renderWithStory(<AgentsPanel />, { tools })
  await user.click(await screen.findByRole('radio', { name: 'My network' }))
  await screen.findByText(/encrypted only if/)
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Open to agents' }))
  expect(calls('open_to_agents')).toEqual([{ network: true }])
})

test('a person is invited to read and comment for a week, with an address to send', async () => {
  const { agents, tools } = program()
  agents.address = 'ws://x/env/ferry'
  const { user, calls } = await renderWithStory(<AgentsPanel />, { tools })
  const form = within(await screen.findByRole('form', { name: 'Let in' }))
  await user.type(form.getByLabelText('Name'), 'ann')
  await user.click(form.getByRole('radio', { name: 'Person' }))
  expect(form.queryByLabelText('Only these tools')).toBeNull()
  await user.click(form.getByRole('button', { name: 'Invite' }))
  const invitation = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Invitation' })
  expect(invitation.value).toContain('#/env/ferry/human/ann?credential=')
  expect(calls('add_agent_credential')).toEqual([
    { name: 'ann', human: true, level: 'comment', spend: false, methods: [], minutes: 10_080 },
  ])
  expect(await a11yViolations()).toEqual([])
})

test('the writer and the others write to one another', async () => {
  const { agents, tools } = program()
  agents.address = 'ws://x/env/ferry'
  const { user, bridge } = await renderWithStory(<AgentsPanel />, { tools })
  await screen.findByText('No messages yet.')
  const from = { id: 'ann', type: 'human' }
  const message = { id: '1', from, name: 'ann', text: 'Who is he?', time: TIME }
  act(() => bridge.emit({ type: 'message:posted', message }))
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'The keeper.{Enter}')
  await screen.findByText('The keeper.')
  const lines = screen.getByRole('list', { name: 'Messages' }).children
  const said = Array.from(lines, (it) => it.querySelector('p')?.textContent)
  expect(said).toEqual(['Who is he?', 'The keeper.'])
  expect(screen.getByText('ann')).toBeDefined()
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Close to agents' }))
  await screen.findByRole('button', { name: 'Open to agents' })
  expect(await screen.findByText('The keeper.')).toBeDefined()
})

test('an error is shown with its reason', async () => {
  const { tools } = program()
  delete tools.open_to_agents
  const { user } = await renderWithStory(<AgentsPanel />, { tools })
  await user.click(await screen.findByRole('button', { name: 'Open to agents' }))
  await screen.findByRole('alert')
})

test('a name that is refused stays in the form, to be mended', async () => {
  const { agents, tools } = program()
  agents.address = 'ws://127.0.0.1:7780/env/ferry'
  delete tools.add_agent_credential
  const { user } = await renderWithStory(<AgentsPanel />, { tools })
  const form = within(await screen.findByRole('form', { name: 'Let in' }))
  const name = form.getByLabelText<HTMLInputElement>('Name')
  await user.type(name, 'a reader')
  await user.click(form.getByRole('button', { name: 'Let in' }))
  await screen.findByRole('alert')
  expect(name.value).toBe('a reader')
})

test('rows of choices have labels that are seen', async () => {
  const { agents, tools } = program()
  agents.address = 'ws://127.0.0.1:7780/env/ferry'
  const { user } = await renderWithStory(<AgentsPanel />, { tools })
  const form = within(await screen.findByRole('form', { name: 'Let in' }))
  form.getByText('Who is it for?')
  form.getByText('What is allowed?')
  form.getByText('Its changes wait in a draft until you accept them.')
  await user.click(form.getByRole('radio', { name: 'Write' }))
  form.getByText('Changes the story directly. You can undo all of it.')
})
