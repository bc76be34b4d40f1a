/** Importing files into the story, and exporting it. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Program } from '../../bridge'
import { FakeBridge, FakeError, type FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { importAsStory } from '../../services'
import { type MapCommands, useWorkspace } from '../../state'
import { setLanguage } from '../../text'
import { ExportDialog, ImportDialog, NewStoryFromProse } from '.'

beforeAll(() => {
  setUpDom()
  // jsdom has no downloads.
  URL.createObjectURL = () => 'blob:nothing'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
})
beforeEach(() => {
  localStorage.clear()
  act(() => useWorkspace.getState().setDialog(undefined))
})

const formats = [
  { format: 'json', title: 'Storyteller JSON', extensions: ['json'] },
  { format: 'twee', title: 'Twee 3', extensions: ['twee'] },
  {
    format: 'pdf',
    title: 'PDF book',
    extensions: ['pdf'],
    options: ['chapters', 'numbering', 'paper'],
  },
  { format: 'docx', title: 'Word document', extensions: ['docx'], options: ['comments'] },
  { format: 'play', title: 'Playable web page', extensions: ['html'] },
]
const tools: Record<string, FakeTool> = {
  list_formats: () => ({ imports: formats, exports: formats }),
  export_story: () => ({
    extension: 'json',
    encoding: 'text',
    bytes: 2,
    losses: [],
    content: '{}',
  }),
  import_story: () => ({ nodes: 3, links: 2, assets: 0, first: [], warnings: [] }),
}

test('a file is added to the story, or replaces it on request', async () => {
  const { user, calls } = await renderWithStory(<ImportDialog />, { tools })
  const file = { file_name: 'a.json', content: '{}', encoding: 'text' as const }
  const fitAll = vi.fn()
  act(() => useWorkspace.getState().setMap({ fitAll } as unknown as MapCommands))
  act(() => useWorkspace.getState().queueForImport([file]))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Replace this story' }))
  dialog.getByText(/Replaces what’s here/)
  expect(await a11yViolations()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await dialog.findByText(/The story now comes from the file: 3 cards/)
  expect(calls('import_story')).toEqual([{ ...file, mode: 'replace' }])
  await waitFor(() => expect(fitAll, 'the map shows what is new').toHaveBeenCalledOnce())
  act(() => useWorkspace.getState().setMap(undefined))
})

/** What preview_import says of prose, by the way it is divided. */
const divided = (input: { split?: string }) => {
  const split = input.split || 'automatic'
  const titles = { automatic: ['Chapter 1', 'Chapter 2'], 'Day *': ['Day 1', 'Day 2', 'Day 3'] }
  const own = titles[split as keyof typeof titles] ?? ['All']
  return {
    format: 'novel',
    title: 'Novel',
    story: 'Night',
    nodes: own.length,
    groups: 1,
    words: 900,
    split,
    other_splits: [{ split: 'none', nodes: 1 }],
    first: own.map((title) => ({ title, words: 300, group: 'Part One' })),
    warnings: [],
  }
}

test('prose shows where it would be divided, and is divided as the writer chooses', async () => {
  const preview: Record<string, FakeTool> = {
    ...tools,
    preview_import: ({ args }) => divided(args),
  }
  const { user, calls } = await renderWithStory(<ImportDialog />, { tools: preview })
  const file = { file_name: 'night.rtf', content: 'Day 1', encoding: 'text' as const }
  act(() => useWorkspace.getState().queueForImport([file]))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Chapter 2')
  dialog.getByText('2 scenes, 900 words')
  dialog.getByText('Part One')
  dialog.getByRole('option', { name: 'Not at all (1)' })
  expect(await a11yViolations()).toEqual([])
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Divide the text' }), 'lines')
  await user.type(dialog.getByRole('textbox', { name: 'Lines that begin with' }), 'Day *')
  await dialog.findByText('Day 3', {}, { timeout: 5000 })
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await dialog.findByText(/Added: 3 cards/)
  expect(calls('import_story')).toEqual([{ ...file, split: 'Day *' }])
})

test('a file that says itself what its scenes are is not asked about', async () => {
  const preview = {
    ...tools,
    preview_import: () => ({ ...divided({}), split: undefined, other_splits: undefined }),
  }
  const { calls } = await renderWithStory(<ImportDialog />, { tools: preview })
  const file = { file_name: 'a.txt', content: ':: Start', encoding: 'text' as const }
  act(() => useWorkspace.getState().queueForImport([file]))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(calls('preview_import')).toHaveLength(1))
  expect(dialog.queryByRole('combobox', { name: 'Divide the text' })).toBeNull()
})

test('prose that becomes a story of its own is divided first, or left', async () => {
  const asked: string[] = []
  const call = async ({ name, args }: { name: string; args: { split?: string } }) => {
    asked.push(`${name} ${args.split ?? ''}`)
    const story = { story: 'k', title: 'Night', report: null }
    return { status: 'ok', result: { data: name === 'preview_file' ? divided(args) : story } }
  }
  const program = { call } as unknown as Program
  const { user } = await renderWithStory(<NewStoryFromProse />, { tools })
  const file = { file_name: 'night.txt', content: 'Day 1', encoding: 'text' as const }
  const left = importAsStory(program, file)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await left).toBeUndefined()
  const made = importAsStory(program, file)
  await user.selectOptions(await screen.findByRole('combobox'), 'none')
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await made).toMatchObject({ story: 'k' })
  expect(asked.at(-1)).toBe('create_story_from_file none')
  expect(asked.filter((it) => it.startsWith('create'))).toHaveLength(1)
})

test('formats that are called by words have names in the window’s language', async () => {
  await renderWithStory(<ExportDialog />, { tools })
  act(() => useWorkspace.getState().setDialog('export'))
  const field = await screen.findByRole('combobox', { name: 'Format' })
  await waitFor(() => expect(field.textContent).toContain('Playable web page (.html)'))
  await act(() => setLanguage('zh'))
  expect(screen.getByRole('combobox', { name: '格式' }).textContent).toContain('可玩网页 (.html)')
  await act(() => setLanguage('en'))
})

test('the history goes along where the format has a place for it', async () => {
  const { user, calls } = await renderWithStory(<ExportDialog />, { tools })
  act(() => useWorkspace.getState().setDialog('export'))
  await user.click(await screen.findByRole('radio', { name: 'Data' }))
  await user.click(await screen.findByRole('checkbox', { name: /Include history/ }))
  await user.click(screen.getByRole('button', { name: 'Save file' }))
  await waitFor(() =>
    expect(calls('export_story').slice(-2)).toEqual([
      { format: 'json', losses_only: true },
      { format: 'json', history: true },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => useWorkspace.getState().setDialog('export'))
  await screen.findByRole('option', { name: /Storyteller JSON/ })
  await user.click(screen.getByRole('radio', { name: 'Continue elsewhere' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  await waitFor(() =>
    expect(calls('export_story').at(-1)).toEqual({ format: 'twee', losses_only: true }),
  )
})

test('the playable page is offered first, and later the last used format', async () => {
  const { user, calls } = await renderWithStory(<ExportDialog />, { tools })
  act(() => useWorkspace.getState().setDialog('export'))
  const shown = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Format' }).value
  await waitFor(() => expect(shown()).toBe('play'))
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('radio', { name: 'Continue elsewhere' }))
  await user.click(screen.getByRole('button', { name: 'Save file' }))
  await waitFor(() => expect(calls('export_story').at(-1)).toEqual({ format: 'twee' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => useWorkspace.getState().setDialog('export'))
  await waitFor(() => expect(shown()).toBe('twee'))
})

test('a Twine file is written for the chosen story format, which is remembered', async () => {
  const { user, calls } = await renderWithStory(<ExportDialog />, { tools })
  act(() => useWorkspace.getState().setDialog('export'))
  await screen.findByRole('option', { name: /Playable web page/ })
  expect(screen.queryByRole('combobox', { name: 'Story format' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Continue elsewhere' }))
  const field = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Story format' })
  expect(field().value).toBe('')
  await user.selectOptions(field(), 'Harlowe')
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save file' }))
  const request = { format: 'twee', story_format: 'harlowe' }
  await waitFor(() =>
    expect(calls('export_story').slice(-2)).toEqual([{ ...request, losses_only: true }, request]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => useWorkspace.getState().setDialog('export'))
  await waitFor(() => expect(field().value).toBe('harlowe'))
  await user.selectOptions(field(), 'The story’s own, or SugarCube')
  await waitFor(() =>
    expect(calls('export_story').at(-1)).toEqual({ format: 'twee', losses_only: true }),
  )
})

test('the chapters of a book can be groups, which is remembered', async () => {
  localStorage.setItem('storyteller-paper', 'a4')
  const { user, calls, session } = await renderWithStory(<ExportDialog />, { tools })
  const open = async () => {
    act(() => useWorkspace.getState().setDialog('export'))
    await user.click(await screen.findByRole('radio', { name: 'Read' }))
    await screen.findByRole('option', { name: /PDF/ })
  }
  const find = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Chapters' })
  const group = [...session.mirror.nodes.values()].find((it) => it.kind === 'group')
  if (!group) throw new Error('the small story has a group')
  session.mirror.nodes.delete(group.id)
  await open()
  expect(find(), 'there are no groups').toBeNull()
  act(() => useWorkspace.getState().setDialog(undefined))
  session.mirror.nodes.set(group.id, group)
  await open()
  expect(find()?.value).toBe('scene')
  await user.selectOptions(find() as HTMLElement, 'One for each group')
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save file' }))
  const request = { format: 'pdf', chapters: 'group' }
  await waitFor(() =>
    expect(calls('export_story').slice(-2)).toEqual([{ ...request, losses_only: true }, request]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  expect(find()?.value).toBe('group')
  await user.click(screen.getByRole('radio', { name: 'Data' }))
  expect(find(), 'a data file has no chapters').toBeNull()
  await waitFor(() =>
    expect(calls('export_story').at(-1)).toEqual({ format: 'json', losses_only: true }),
  )
})

test('the paper of a file with pages is the usual one of the region, or what was chosen last', async () => {
  const { user, calls } = await renderWithStory(<ExportDialog />, { tools })
  const field = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Paper' })
  const open = async () => {
    act(() => useWorkspace.getState().setDialog('export'))
    await user.click(await screen.findByRole('radio', { name: 'Read' }))
    await waitFor(() => expect(field()).not.toBeNull())
  }
  const save = async () => {
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save file' })
    await waitFor(() => expect(button().disabled).toBe(false))
    await user.click(button())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await open()
  // The language of the test is that of the United States.
  expect(field()?.value).toBe('letter')
  await save()
  expect(calls('export_story').at(-1)).toEqual({ format: 'pdf', paper: 'letter' })
  await open()
  await user.selectOptions(field() as HTMLElement, 'A4')
  await save()
  expect(calls('export_story').at(-1)).toEqual({ format: 'pdf' })
  await open()
  expect(field()?.value).toBe('a4')
  await user.click(screen.getByRole('radio', { name: 'Data' }))
  expect(field(), 'a data file has no pages').toBeNull()
})

test('the scenes of a story with choices can be numbered sections', async () => {
  localStorage.setItem('storyteller-paper', 'a4')
  const { user, calls } = await renderWithStory(<ExportDialog />, { tools })
  act(() => useWorkspace.getState().setDialog('export'))
  await user.click(await screen.findByRole('radio', { name: 'Read' }))
  const sections = await screen.findByRole('combobox', { name: 'Sections' })
  const chapters = () => screen.queryByRole('combobox', { name: 'Chapters' })
  expect(chapters()).not.toBeNull()
  await user.selectOptions(sections, 'Numbered and shuffled')
  expect(chapters(), 'sections are not joined to chapters').toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save file' }))
  const request = { format: 'pdf', numbering: 'shuffled' }
  await waitFor(() =>
    expect(calls('export_story').slice(-2)).toEqual([{ ...request, losses_only: true }, request]),
  )
})

test('open comments are put into a document that can hold them, where that is wanted', async () => {
  const { user, calls } = await renderWithStory(<ExportDialog />, { tools })
  act(() => useWorkspace.getState().setDialog('export'))
  await user.click(await screen.findByRole('radio', { name: 'Read' }))
  const wish = () => screen.queryByRole('checkbox', { name: /^Include open comments/ })
  const choose = (name: RegExp) =>
    user.selectOptions(
      screen.getByRole('combobox', { name: 'Format' }),
      screen.getByRole('option', { name }),
    )
  await screen.findByRole('option', { name: /PDF/ })
  await choose(/PDF/)
  expect(wish(), 'a page has none').toBeNull()
  await choose(/Word/)
  await user.click(wish() as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Save file' }))
  await waitFor(() =>
    expect(calls('export_story').at(-1)).toEqual({ format: 'docx', comments: true }),
  )
})

test('an unsuitable story format is rejected before anything is saved', async () => {
  const refusing: FakeTool = (call) => {
    if (call.args.story_format === 'chapbook')
      throw new FakeError('INVALID_ACTION_INPUT', 'written for Harlowe')
    return tools.export_story?.(call)
  }
  const { user } = await renderWithStory(<ExportDialog />, {
    tools: { ...tools, export_story: refusing },
  })
  act(() => useWorkspace.getState().setDialog('export'))
  await user.click(await screen.findByRole('radio', { name: 'Continue elsewhere' }))
  const field = screen.getByRole('combobox', { name: 'Story format' })
  await user.selectOptions(field, 'Chapbook')
  expect((await screen.findByRole('alert')).textContent).toContain('written for Harlowe')
  expect(screen.getByRole('button', { name: 'Save file' })).toHaveProperty('disabled', true)
  await user.selectOptions(field, 'Harlowe')
  await screen.findByText('This format keeps everything in the story.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('several files are imported, and an unreadable one does not stop the others', async () => {
  const broken: FakeTool = ({ args }) => {
    if (args.file_name === 'b.txt')
      throw new FakeError('INVALID_ACTION_INPUT', 'no format reads it')
    return { nodes: 3, links: 2, assets: 0, first: [], warnings: [] }
  }
  const { user, calls } = await renderWithStory(<ImportDialog />, {
    tools: { ...tools, import_story: broken },
  })
  const file = (file_name: string) => ({ file_name, content: '{}', encoding: 'text' as const })
  act(() => useWorkspace.getState().queueForImport([file('a.json'), file('b.txt')]))
  act(() => useWorkspace.getState().queueForImport([file('c.json')]))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('a.json, b.txt, c.json')
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('no format reads it')
  expect(dialog.getAllByText(/Added: 3 cards/)).toHaveLength(2)
  expect(calls('import_story').map((it) => it.file_name)).toEqual(['a.json', 'b.txt', 'c.json'])
})

test('a story file is opened as a copy on request', async () => {
  const asked: string[] = []
  const entered: string[] = []
  const named = { story: 'k', title: 'T', path: '/t.story' }
  const program: Program = {
    origin: 'window/fake',
    story: () => new FakeBridge(),
    call: async ({ name }) => {
      asked.push(name)
      const base = { tool_name: name, tool_call_id: '', tool_call_args: {} }
      return {
        ...base,
        status: 'success',
        result: { module: 'workspace', method: name, data: named },
      }
    },
  }
  const enter = (story: { story: string }) => entered.push(story.story)
  act(() =>
    useWorkspace.setState({
      windowContext: { program, story: 's', leave: () => undefined, enter },
    }),
  )
  const { user } = await renderWithStory(<ImportDialog />, { tools })
  const file = { file_name: 'Mine.story', content: 'eA==', encoding: 'base64' as const }
  act(() => useWorkspace.getState().queueForImport([file]))
  await user.click(await screen.findByRole('button', { name: 'Open a copy' }))
  await waitFor(() => expect(entered).toEqual(['k']))
  expect(asked).toEqual(['create_story_from_file'])
  act(() => useWorkspace.setState({ windowContext: undefined }))
})

test('losses are shown in the window’s language, and link to their nodes', async () => {
  const losses = [
    {
      what: 'colors',
      count: 2,
      unit: 'node',
      nodes: ['n01', 'n02'],
      names: ['A', 'B'],
      message: 'x',
    },
    {
      what: 'data',
      capability: 'kv',
      count: 1,
      unit: 'node',
      nodes: ['n01'],
      names: ['A'],
      message: 'Attributes are not written: 1 node (A).',
    },
  ]
  const base = { extension: 'twee', encoding: 'text', bytes: 2, losses, content: '' }
  await act(() => setLanguage('zh'))
  const { user } = await renderWithStory(<ExportDialog />, {
    tools: { ...tools, export_story: () => base },
  })
  act(() => useWorkspace.getState().setDialog('export'))
  await screen.findByText('它们的颜色不写入（2 张卡片）：A、B')
  screen.getByText('“属性”的数据不写入（1 张卡片）：A')
  await user.click(screen.getByRole('button', { name: /^查看 2 个/ }))
  expect([...useSelection.getState().nodes]).toEqual(['n01', 'n02'])
  expect(useWorkspace.getState().dialog).toBeUndefined()
  await act(() => setLanguage('en'))
})

test('losses count groups as groups, not as cards', async () => {
  const loss = (what: string, nodes: string[], names: string[]) => {
    const message = `Their ${what} is not written: ${nodes.length} nodes (${names.join(', ')}).`
    return { what, count: nodes.length, unit: 'node', nodes, names, message }
  }
  const losses = [
    loss('colors', ['g'], ['Act one']),
    loss('sizes', ['n01', 'g'], ['A', 'Act one']),
    loss('kinds', ['n01', 'n02'], ['A', 'B']),
  ]
  const base = { extension: 'twee', encoding: 'text', bytes: 2, losses, content: '' }
  const { session } = await renderWithStory(<ExportDialog />, {
    tools: { ...tools, export_story: () => base },
  })
  const node = session.mirror.nodes.get('n01')
  if (node) session.mirror.nodes.set('g', { ...node, id: 'g', kind: 'group' })
  act(() => useWorkspace.getState().setDialog('export'))
  await screen.findByText('Their colors is not written (1 group): Act one')
  screen.getByText('Their sizes is not written (2 cards and groups): A, Act one')
  screen.getByText('Their kinds is not written (2 cards): A, B')
  for (const [language, words] of [
    ['de', 'Ihre Farbe wird nicht geschrieben (1 Gruppe): Act one'],
    ['zh', '它们的颜色不写入（1 个分组）：Act one'],
  ] as const) {
    await act(() => setLanguage(language))
    await screen.findByText(words)
  }
  await act(() => setLanguage('en'))
})

test('import warnings are shown in the window’s language, with file and line', async () => {
  const warnings = [
    {
      file: 'acts/one.twee',
      line: 4,
      what: 'link_target_missing',
      parts: { target: 'Moon' },
      message: 'x',
    },
    { line: 2, what: 'new_of_late', parts: {}, message: 'said in English' },
    { what: 'unknown_data', parts: { capability: 'kv', count: 2 }, message: 'x' },
  ]
  const base = { nodes: 3, groups: 1, links: 2, assets: 0, first: [], warnings, more_warnings: 7 }
  await act(() => setLanguage('zh'))
  const { user } = await renderWithStory(<ImportDialog />, {
    tools: { ...tools, import_story: () => base },
  })
  const file = { file_name: 'a.zip', content: '{}', encoding: 'text' as const }
  act(() => useWorkspace.getState().queueForImport([file]))
  await user.click(await screen.findByRole('button', { name: '导入' }))
  const list = within(await screen.findByRole('region', { name: '请留意' }))
  screen.getByText('已添加：2 张卡片、1 个分组、2 条连接')
  expect(list.getAllByRole('listitem').map((it) => it.textContent)).toEqual([
    'acts/one.twee 第 4 行：有一条连接通向“Moon”，而它并不存在。',
    '第 2 行：said in English',
    '这里不认识 属性 的数据，已略去 2 次。',
    '还有 7 条。',
  ])
  expect(await a11yViolations()).toEqual([])
  await act(() => setLanguage('en'))
})

test('an error has a title in the window’s language, and the program’s text below', async () => {
  await act(() => setLanguage('zh'))
  const refuse: FakeTool = () => {
    throw new FakeError('INVALID_ACTION_INPUT', 'no format reads it', 'say which')
  }
  const { user } = await renderWithStory(<ImportDialog />, {
    tools: { ...tools, import_story: refuse },
  })
  const file = { file_name: 'a.json', content: '{}', encoding: 'text' as const }
  act(() => useWorkspace.getState().queueForImport([file]))
  await user.click(await screen.findByRole('button', { name: '导入' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('输入有误请按下面的说明修改后再试。no format reads itsay which')
  expect(alert.querySelector('[lang="en"]')?.textContent).toContain('no format reads it')
  await act(() => setLanguage('en'))
})
