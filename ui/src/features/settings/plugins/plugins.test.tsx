/**
 * The page of plugins: adding, allowing tools, stopping, editing and removing, and readable errors.
 */

import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Answer, Call, Program } from '../../../bridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { setLanguage } from '../../../text'
import { PluginsPage } from '.'
import type { Plugin } from './usePlugins'

beforeAll(setUpDom)

const names = (): Plugin => ({
  name: 'names',
  command: 'python3',
  args: ['names.py'],
  env: ['SEED'],
  url: '',
  key: null,
  client_id: '',
  client_secret: null,
  sign_in: { state: 'none' },
  seconds: null,
  phase: 'running',
  tools: [
    {
      name: 'make_name',
      called: 'names_make_name',
      description: 'Makes <b>names</b>.',
      described: '0123',
      permission: 'ask',
      changed: true,
    },
  ],
})

/** A program with these plugins, in which a call may be refused. */
async function open(plugins: Plugin[]) {
  const asked: Call[] = []
  const state = { plugins, refuse: '' }
  const program: Program = {
    origin: 'window/fake',
    story: () => {
      throw new Error('no story is needed')
    },
    call: async (call): Promise<Answer> => {
      asked.push(call)
      const base = { tool_name: call.name, tool_call_id: '', tool_call_args: {} }
      if (state.refuse === call.name) {
        const error = {
          code: 'INVALID_ACTION_INPUT',
          message: 'this is not the address of a server',
        } as const
        return { ...base, status: 'failure', error }
      }
      const data = { servers: state.plugins }
      return {
        ...base,
        status: 'success',
        result: { module: 'outside_servers', method: call.name, data },
      }
    },
  }
  const { user } = await renderWithStory(<PluginsPage program={program} />)
  const of = (name: string) => asked.filter((it) => it.name === name).map((it) => it.args)
  return { user, of, state }
}

test('a plugin is added by its command, with Enter, and its start is followed', async () => {
  const { user, of, state } = await open([])
  await screen.findByText('No plugins yet.')
  await user.click(screen.getByRole('button', { name: 'Add a plugin' }))
  const form = within(screen.getByRole('group', { name: 'Add a plugin' }))
  const save = form.getByRole<HTMLButtonElement>('button', { name: 'Save plugin' })
  expect(save.disabled).toBe(true)
  await user.type(form.getByLabelText('Plugin name'), 'names')
  await user.type(form.getByLabelText('Arguments'), 'names.py\n\n--loud')
  await user.type(form.getByLabelText('Environment'), 'SEED=7')
  expect(await a11yViolations()).toEqual([])
  state.plugins = [{ ...names(), phase: 'starting', tools: [] }]
  await user.type(form.getByLabelText('Command'), 'python3{Enter}')
  expect(of('set_outside_server')).toEqual([
    { name: 'names', command: 'python3', args: ['names.py', '--loud'], env: ['SEED=7'] },
  ])
  await screen.findByText('Starting…')
  expect(screen.queryByRole('group', { name: 'Add a plugin' })).toBeNull()
  state.plugins = [names()]
  await screen.findByText('Running', {}, { timeout: 3000 })
})

test('a server address can have a key that is never shown, and an error keeps the form', async () => {
  const { user, of, state } = await open([])
  await user.click(await screen.findByRole('button', { name: 'Add a plugin' }))
  await user.click(screen.getByRole('radio', { name: 'Connect to an address' }))
  await user.type(screen.getByLabelText('Plugin name'), 'notes')
  await user.type(screen.getByLabelText('Plugin address'), 'ftp://x')
  const key = screen.getByLabelText<HTMLInputElement>('Plugin key')
  expect(key.type).toBe('password')
  await user.type(key, 'sk-1')
  state.refuse = 'set_outside_server'
  await user.click(screen.getByRole('button', { name: 'Save plugin' }))
  expect(of('set_outside_server')).toEqual([{ name: 'notes', url: 'ftp://x', key: 'sk-1' }])
  await screen.findByText(/this is not the address of a server/)
  expect(screen.getByLabelText<HTMLInputElement>('Plugin address').value).toBe('ftp://x')
  expect(await a11yViolations()).toEqual([])
})

test('a client that was registered by hand is named, and its secret never shown', async () => {
  const notes: Plugin = { ...names(), name: 'notes', command: '', args: [], env: [] }
  const known = { url: 'https://notes.example/mcp', client_id: 'old', client_secret: 'keys.toml' }
  const { user, of, state } = await open([{ ...notes, ...known }])
  await user.click(await screen.findByRole('button', { name: 'Change: notes' }))
  const id = screen.getByLabelText<HTMLInputElement>('Client ID')
  expect(id.value).toBe('old')
  const secret = screen.getByLabelText<HTMLInputElement>('Client secret')
  expect([secret.type, secret.value]).toEqual(['password', ''])
  screen.getByText(/saved in keys.toml/)
  expect(await a11yViolations()).toEqual([])
  await user.clear(id)
  await user.type(id, 'new')
  await user.type(secret, 'hidden')
  state.plugins = []
  await user.click(screen.getByRole('button', { name: 'Save plugin' }))
  const client = { client_id: 'new', client_secret: 'hidden' }
  expect(of('set_outside_server')).toEqual([{ name: 'notes', url: known.url, ...client }])
})

test('tools are allowed or rejected as described; descriptions are shown as text', async () => {
  const { user, of } = await open([names()])
  const tools = within(await screen.findByRole('list', { name: 'Tools of names' }))
  expect(tools.getByText('Makes <b>names</b>.')).toBeTruthy()
  expect(tools.getByText(/now describes itself differently/)).toBeTruthy()
  await user.selectOptions(tools.getByLabelText('What names_make_name may do'), 'Allow')
  expect(of('set_outside_tool')).toEqual([
    { server: 'names', tool: 'make_name', permission: 'allow', described: '0123' },
  ])
  expect(await a11yViolations()).toEqual([])
})

test('a plugin that failed says why and is tried again; another is stopped, changed, removed', async () => {
  const gone = {
    code: 'UNAVAILABLE',
    message: 'the MCP server broken has ended',
    said: { what: 'server_ended', parts: { server: 'broken' } },
  } as const
  const broken: Plugin = { ...names(), name: 'broken', phase: 'failed', why: gone }
  const { user, of } = await open([broken, names()])
  await screen.findByText('the MCP server broken has ended')
  await user.click(screen.getByRole('button', { name: 'Try again: broken' }))
  expect(of('start_outside_server')).toEqual([{ name: 'broken' }])
  await user.click(screen.getByRole('button', { name: 'Stop: names' }))
  expect(of('stop_outside_server')).toEqual([{ name: 'names' }])
  await user.click(screen.getByRole('button', { name: 'Change: names' }))
  const form = within(screen.getByRole('group', { name: 'Change names' }))
  expect(form.getByLabelText<HTMLTextAreaElement>('Environment').value).toBe('SEED')
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Change: names' }))
  await user.type(screen.getByLabelText('Environment'), '{Escape}')
  expect(screen.queryByRole('group', { name: 'Change names' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove: names' }))
  expect(of('remove_outside_server')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove for good: names' }))
  await waitFor(() => expect(of('remove_outside_server')).toEqual([{ name: 'names' }]))
  expect(await a11yViolations()).toEqual([])
})

test('a plugin that ends by itself is shown so, in the language of the window', async () => {
  const { state } = await open([names()])
  await screen.findByText('Running')
  const why = {
    code: 'UNAVAILABLE',
    message: 'the MCP server names has ended; it wrote last: no paper',
    said: { what: 'server_ended_saying', parts: { server: 'names', words: 'no paper' } },
  } as const
  state.plugins = [{ ...names(), phase: 'failed', why }]
  await screen.findByText('Not working', {}, { timeout: 5000 })
  screen.getByText('the MCP server names has ended; it wrote last: no paper')
  setLanguage('zh-CN')
  await screen.findByText('插件“names”已退出，最后的输出是：no paper')
  setLanguage('en')
})

test('a person signs in to a server in the browser, cancels, and signs out', async () => {
  const needed = {
    code: 'UNAVAILABLE',
    message: 'the MCP server notes asks you to sign in',
    said: { what: 'server_sign_in_needed', parts: { server: 'notes' } },
  } as const
  const notes: Plugin = {
    ...names(),
    name: 'notes',
    command: '',
    args: [],
    url: 'https://notes.example/mcp',
    phase: 'failed',
    why: needed,
    tools: [],
    sign_in: { state: 'needed' },
  }
  const { user, of, state } = await open([notes])
  await screen.findByText('Sign in to use it')
  // It is not broken: nothing is red, and trying again would not help.
  expect(screen.queryByText('Not working')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again: notes' })).toBeNull()
  const address = 'https://notes.example/authorize?client_id=1'
  state.plugins = [{ ...notes, sign_in: { state: 'waiting', address } }]
  await user.click(screen.getByRole('button', { name: 'Sign in: notes' }))
  expect(of('sign_in_to_server')).toEqual([{ name: 'notes' }])
  await screen.findByText('Sign in on the page that opened in your browser.')
  await user.click(screen.getByRole('button', { name: 'Copy the address of the page: notes' }))
  expect(await navigator.clipboard.readText()).toBe(address)
  expect(await a11yViolations()).toEqual([])
  const denied = {
    code: 'UNAVAILABLE',
    message: 'signing in to the MCP server notes was denied',
    said: { what: 'server_sign_in_denied', parts: { server: 'notes' } },
  } as const
  state.plugins = [{ ...notes, sign_in: { state: 'needed', why: denied } }]
  await user.click(screen.getByRole('button', { name: 'Don’t sign in: notes' }))
  await screen.findByText('signing in to the MCP server notes was denied')
  const { why: _, ...running } = notes
  state.plugins = [{ ...running, phase: 'running', sign_in: { state: 'signed_in' } }]
  await user.click(screen.getByRole('button', { name: 'Sign in: notes' }))
  await screen.findByText('You’re signed in.')
  await user.click(screen.getByRole('button', { name: 'Sign out: notes' }))
  expect(of('sign_out_of_server')).toEqual([{ name: 'notes' }, { name: 'notes' }])
})

test('the keyboard goes into the form and back to the button that opens it', async () => {
  const { user } = await open([])
  const add = await screen.findByRole('button', { name: 'Add a plugin' })
  expect(document.activeElement).not.toBe(add)
  add.focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('Plugin name'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a plugin' }))
})
