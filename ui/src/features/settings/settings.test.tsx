/** What a person chooses in the settings, and which calls result. */

import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, Call, Program, ProgramSettings } from '../../bridge'
import { FakeBridge, type FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { settingFields } from '../../generated/settings'
import { useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { SettingsDialog } from '.'
import { SettingFields } from './SettingFields'
import { PAGES } from './settingsForm'

beforeAll(setUpDom)
beforeEach(() => act(() => useWorkspace.setState({ windowContext: undefined, thread: undefined })))

const settings: ProgramSettings = {
  values: {
    model: 'ollama:qwen3',
    image_model: 'builtin',
    light_model: '',
    autonomy: 'review',
    language: '',
    author: '',
    theme: 'system',
    scale: 100,
    backup_minutes: 20,
    tools: 'all',
    limit_steps: 0,
    limit_tokens: 0,
    limit_pictures: 0,
  },
  model: 'ollama:qwen3',
  image_model: 'builtin',
  light_model: '',
  autonomy: 'review',
  assistant: { tools: 'all', limits: {} },
  language: '',
  author: '',
  theme: 'system',
  scale: 100,
  backup_minutes: 20,
  providers: {},
  file: '/home/a/settings.toml',
  started_with: null,
  sees_pictures: false,
  models: [
    { provider: 'builtin', address: '', needs_key: false },
    { provider: 'ollama', address: 'http://127.0.0.1:11434/v1', needs_key: false },
  ],
}

const verbs: Record<string, unknown> = {
  get_settings: settings,
  update_settings: settings,
  get_api_key_status: { provider: 'ollama', place: null },
  list_models: {
    models: [{ id: 'qwen3', context_tokens: 40_960 }, { id: 'llama3.3' }, { id: 'qwen3-coder' }],
  },
}

/** The dialog over a program; with tools, over an open story whose conversation is shown. */
async function open(tools?: Record<string, FakeTool>) {
  const asked: Call[] = []
  const story = new FakeBridge(undefined, tools)
  const program: Program = {
    origin: 'window/fake',
    story: () => story,
    call: async (call): Promise<Answer> => {
      asked.push(call)
      const base = { tool_name: call.name, tool_call_id: '', tool_call_args: {} }
      const result = { module: 'workspace', method: call.name, data: verbs[call.name] }
      return { ...base, status: 'success', result }
    },
  }
  if (tools) {
    const windowContext = { program, story: 's', leave: () => undefined }
    act(() => useWorkspace.setState({ windowContext, thread: 'c1' }))
  }
  const { user } = await renderWithStory(
    <SettingsDialog program={program} changed={() => undefined} />,
  )
  const dialog = within(await screen.findByRole('dialog'))
  const of = (name: string) => asked.filter((it) => it.name === name).map((it) => it.args)
  const ofStory = (name: string) =>
    story.calls.filter((it) => it.name === name).map((it) => it.args)
  return { user, dialog, of, ofStory }
}

const save = { name: 'Save' }

test('the result of a connection test is shown in the window’s language, with the program’s text below', async () => {
  const { user, dialog, of } = await open()
  const base = { outcome: 'not_reachable', message: 'no connection', latency_ms: 3, models: [] }
  verbs.test_model = base
  await user.click(dialog.getByRole('button', { name: 'Test connection' }))
  const status = await dialog.findByText(/^Nothing answers at that address/)
  expect(status.parentElement?.textContent).toContain('no connection')
  verbs.test_model = { ...base, outcome: 'new_of_late' }
  await user.click(dialog.getByRole('button', { name: 'Test connection' }))
  expect(await dialog.findByText('It didn’t work.')).toBeTruthy()
  const key = dialog.getByLabelText<HTMLInputElement>('Key')
  await user.type(key, 'sk-1')
  await user.click(dialog.getByRole('button', { name: 'Test connection' }))
  await waitFor(() => expect(of('set_api_key')).toEqual([{ provider: 'ollama', key: 'sk-1' }]))
  await waitFor(() => expect(key.value).toBe(''))
  await waitFor(() => expect(of('get_api_key_status')).toHaveLength(2))
  expect(await a11yViolations()).toEqual([])
})

test('the page about the program shows its licenses and the notices of others', async () => {
  const { user, dialog } = await open()
  verbs.get_workspace_state = { version: '1.2.3', begin: null, recent: [], settings }
  const texts = [{ name: 'MIT', text: 'Permission is hereby granted' }]
  verbs.read_licenses = { license: 'MIT OR Apache-2.0', texts, notices: 'krilla 0.8.2 (MIT)' }
  await user.click(dialog.getByRole('tab', { name: 'About' }))
  await dialog.findByText('Storyteller 1.2.3')
  await user.click(dialog.getByText('Parts made by others'))
  dialog.getByText('krilla 0.8.2 (MIT)')
  dialog.getByText('License text: MIT')
  expect(await a11yViolations()).toEqual([])
})

test('a model is picked from what the server lists, or typed', async () => {
  const { user, dialog, of } = await open()
  await user.click(dialog.getByRole('button', { name: 'List models…' }))
  expect(of('list_models')).toEqual([{ provider: 'ollama' }])
  const list = within(await dialog.findByRole('list', { name: 'Models on this server (3)' }))
  expect(list.getAllByRole('button')).toHaveLength(3)
  const field = dialog.getByRole('textbox', { name: 'Model' })
  await user.clear(field)
  await user.type(field, 'qwen3-')
  expect(list.getAllByRole('button')).toHaveLength(1)
  await user.click(list.getByRole('button', { name: 'qwen3-coder' }))
  expect(await a11yViolations()).toEqual([])
  await user.click(dialog.getByRole('button', save))
  await waitFor(() =>
    expect(of('update_settings')).toMatchObject([{ model: 'ollama:qwen3-coder' }]),
  )
})

test('tools and strategy for all stories are saved in the settings', async () => {
  const { user, dialog, of } = await open()
  await user.click(dialog.getByRole('tab', { name: 'Conversations' }))
  await user.click(dialog.getByRole('radio', { name: 'Relevant only' }))
  const kind = 'std-summarization-strategy'
  await user.selectOptions(dialog.getByRole('combobox'), kind)
  const threshold = dialog.getByRole('textbox', { name: 'Requests sent in full' })
  await user.clear(threshold)
  await user.click(dialog.getByRole('button', save))
  expect(of('update_settings')).toEqual([])
  dialog.getByText('Enter a whole number, 1 or more')
  await user.type(threshold, '20')
  await user.type(dialog.getByRole('textbox', { name: 'Model for this' }), 'ollama:small')
  await user.click(dialog.getByRole('button', save))
  const config = { compressionModel: 'ollama:small', threshold: 20, fold: 5 }
  await waitFor(() =>
    expect(of('update_settings')).toMatchObject([
      { tools: 'fitting', context_strategy: { type: 'plugin', pluginId: kind, config } },
    ]),
  )
})

test('each setting of the program has a field, and changes are saved', async () => {
  const { user, dialog, of } = await open()
  await user.click(dialog.getByRole('tab', { name: 'Conversations' }))
  const steps = dialog.getByRole('spinbutton', { name: 'Steps per request' })
  expect(steps).toHaveProperty('value', '')
  await user.type(steps, '12')
  expect(await a11yViolations()).toEqual([])
  await user.click(dialog.getByRole('button', save))
  await waitFor(() => expect(of('update_settings')).toEqual([{ limit_steps: 12 }]))
})

test('each kind of field is generated from the list', async () => {
  const field = { page: 'new', must: false, about: '' } as const
  const fields = [
    { ...field, name: 'snap', takes: 'boolean' },
    { ...field, name: 'paper', takes: 'choice', choices: ['a4', 'letter'] },
    { ...field, name: 'nick', takes: 'text' },
    { ...field, name: 'columns', takes: 'number', least: 1, most: 4 },
  ] as const
  const values = { snap: false, paper: 'a4', nick: '', columns: 2 }
  const changes: unknown[] = []
  const { user } = await renderWithStory(
    <SettingFields page="new" values={values} change={(it) => changes.push(it)} fields={fields} />,
  )
  await user.click(screen.getByRole('checkbox', { name: 'snap' }))
  await user.click(screen.getByRole('radio', { name: 'letter' }))
  await user.type(screen.getByRole('textbox', { name: 'nick' }), 'N')
  await user.type(screen.getByRole('spinbutton', { name: 'columns' }), '{Backspace}3')
  expect(changes).toEqual([
    { snap: true },
    { paper: 'letter' },
    { nick: 'N' },
    { columns: 0 },
    { columns: 23 },
  ])
})

test('every setting has its texts', () => {
  const { t } = renderHook(() => useTranslation()).result.current
  const ids = settingFields
    .filter((it) => PAGES.includes(it.page))
    .flatMap(({ name, choices = [] }) => [
      `settings-of-${name}`,
      ...choices.map((it) => `settings-of-${name}-${it}`),
    ])
  expect(ids.filter((it) => !t.exists(it))).toEqual([])
})

test('a story and a conversation can have their own strategy', async () => {
  const kept = { type: 'plugin', pluginId: 'std-sliding-window' }
  const { user, dialog, of, ofStory } = await open({
    read_context_strategy: () => ({
      settings: null,
      story: kept,
      thread: null,
      known: ['std-sliding-window', 'mine'],
    }),
    set_context_strategy: () => ({}),
    list_allowed: () => ({ tools: [] }),
  })
  await user.click(dialog.getByRole('tab', { name: 'Conversations' }))
  await user.click(await dialog.findByRole('radio', { name: 'This story' }))
  await waitFor(() =>
    expect(dialog.getByRole<HTMLSelectElement>('combobox').value).toBe('std-sliding-window'),
  )
  await user.selectOptions(dialog.getByRole('combobox'), '')
  await user.click(dialog.getByRole('radio', { name: 'This conversation' }))
  await user.selectOptions(dialog.getByRole('combobox'), 'mine')
  await user.click(dialog.getByRole('button', save))
  await waitFor(() =>
    expect(ofStory('set_context_strategy')).toEqual([{}, { plugin_id: 'mine', thread: 'c1' }]),
  )
  expect(of('update_settings')[0]).not.toHaveProperty('context_strategy')
})

test('always-allowed tools are listed and can be revoked', async () => {
  let tools = ['generate_image', 'remove_node']
  const { user, dialog, ofStory } = await open({
    read_context_strategy: () => ({ settings: null, story: null, thread: null, known: [] }),
    list_allowed: () => ({ tools }),
    revoke_allowed: ({ args }) => {
      tools = tools.filter((it) => it !== args.tool)
      return { tools }
    },
  })
  await user.click(dialog.getByRole('tab', { name: 'Conversations' }))
  const name = 'Always allowed in this conversation'
  const list = within(await dialog.findByRole('list', { name }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  await user.click(list.getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement)
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(ofStory('revoke_allowed')).toEqual([{ thread: 'c1', tool: 'generate_image' }])
})
