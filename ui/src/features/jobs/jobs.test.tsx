/** Jobs: estimated, started for the selection, paused, resumed, and their drafts reviewed. */

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../bridge/fake/fakeBridge'
import { setPrompts } from '../../cards'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useRuns, useSelection } from '../../document'
import { useWorkspace } from '../../state'
import { JobsPanel } from '.'
import type { Job } from './jobs'

beforeEach(() => {
  setUpDom()
  useSelection.getState().clear()
  useRuns.setState({ runs: [] })
  useWorkspace.getState().setView('text')
})
afterEach(cleanup)

const job: Job = {
  job: 'j1',
  task: 'rewrite',
  instruction: 'Put it into the past tense.',
  time: '2024-05-01T10:00:00Z',
  running: false,
  nodes: 4,
  written: 2,
  unchanged: 1,
  failed: 0,
  waiting: 1,
  draft: 'd1',
  input_tokens: 2000,
  output_tokens: 1000,
}
const plan = { model: 'openai:gpt-5-mini', nodes: 3, empty: 1, too_long: 0 }
const tokens = { input_tokens: 8000, output_tokens: 4000 }

function fakes(jobs: () => readonly Job[], part: object = {}): Record<string, FakeTool> {
  return {
    list_jobs: () => ({ jobs: jobs() }),
    list_drafts: () => ({
      count: 1,
      drafts: [{ draft: 'd1', title: '', time: job.time, turn: null, pieces: 2, moved: 0 }],
    }),
    plan_job: () => ({ ...plan, ...tokens, cost: 0.0123, ...part }),
    run_job: () => job,
    remove_job: ({ args }) => ({ job: args.job }),
    cancel_call: ({ args }) => ({ run: args.run }),
  }
}

test('the estimate is shown before a job starts, for the selection or all scenes', async () => {
  useSelection.getState().select(['n01', 'n02', 'n19'])
  const { user, calls } = await renderWithStory(<JobsPanel />, { tools: fakes(() => []) })
  // The group stands for the three people in it.
  screen.getByRole('radio', { name: 'Selected (5)', checked: true })
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start' })
  expect(start.disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /each text/ }), 'Put it into the past.')
  await screen.findByText('3 texts, one request each · about 12K tokens · about 0.0123')
  screen.getByText('1 card has no text and is left out.')
  expect(calls('plan_job').at(-1)?.nodes).toEqual(['n01', 'n02', 'n11', 'n12', 'n13'])
  expect(await a11yViolations()).toEqual([])
  screen.getByText('Which cards')
  await user.click(screen.getByRole('radio', { name: 'All scenes (11)' }))
  await user.type(screen.getByRole('textbox', { name: 'Stop at a cost of' }), '0.5')
  await user.click(start)
  expect(calls('run_job')).toEqual([
    { instruction: 'Put it into the past.', kind: 'scene', max_cost: 0.5 },
  ])
})

test('without a language model no job can start, and the reason is shown', async () => {
  const tools = fakes(() => [], { model: 'builtin' })
  const { user } = await renderWithStory(<JobsPanel />, { tools })
  await user.type(screen.getByRole('textbox', { name: /each text/ }), 'Shorten it.')
  await screen.findByText('This needs a language model. Choose one in the settings.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true)
})

test('a running job is paused; a waiting one is resumed, reviewed and removed', async () => {
  let held: Job[] = [{ ...job, running: true }]
  const { user, calls, session } = await renderWithStory(<JobsPanel />, {
    tools: fakes(() => held),
  })
  const bar = await screen.findByRole('progressbar', { name: '3 of 4' })
  expect(bar.getAttribute('aria-valuenow')).toBe('75')
  const run = {
    type: 'progress' as const,
    run: 7,
    call: 'c',
    tool: 'run_job',
    origin: null,
    turn: null,
    ended: false,
  }
  act(() => useRuns.setState({ runs: [{ ...run, done: 0.75, doing: null }] }))
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(calls('cancel_call')).toEqual([{ run: 7 }])
  held = [job]
  act(() => useRuns.setState({ runs: [] }))
  await user.click(await screen.findByRole('button', { name: 'Resume' }))
  expect(calls('run_job')).toEqual([{ job: 'j1' }])
  await user.click(screen.getByRole('button', { name: 'Review 2 texts' }))
  await waitFor(() => expect(session.draft).toBe('d1'))
  expect(useWorkspace.getState().view).toBe('map')
  await user.click(screen.getByRole('button', { name: 'Remove from the list' }))
  expect(calls('remove_job')).toEqual([{ job: 'j1' }])
})

test('failed texts are listed with reasons and can be retried', async () => {
  const failures = [{ node: 'n04', title: '雾中的码头', why: 'the reply lost a link' }]
  const done = { ...job, written: 3, unchanged: 0, waiting: 0, failed: 1, failures }
  const { user } = await renderWithStory(<JobsPanel />, { tools: fakes(() => [done]) })
  const row = within((await screen.findByText(job.instruction)).closest('li') as HTMLElement)
  row.getByText('the reply lost a link')
  row.getByRole('button', { name: 'Try again' })
  await user.click(row.getByRole('button', { name: '雾中的码头', hidden: true }))
  expect(useSelection.getState().focused).toBe('n04')
})

test('scenes are read for continuity without an instruction, and what was found is counted', async () => {
  const found: Job = { ...job, task: 'continuity', instruction: '', found: 3, waiting: 0 }
  const { user, calls } = await renderWithStory(<JobsPanel />, { tools: fakes(() => [found]) })
  await user.selectOptions(screen.getByRole('combobox'), 'Check continuity')
  await screen.findByText(/3 texts, one request each/)
  expect(calls('plan_job').at(-1)).toEqual({ task: 'continuity', kind: 'scene' })
  screen.getByText('No text is changed.')
  const row = screen.getByRole('listitem')
  within(row).getByText('Check continuity')
  within(row).getByText(/3 findings/)
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(calls('run_job')).toEqual([{ task: 'continuity', kind: 'scene' }])
})

test('pictures are painted for the characters, by the built-in painter too', async () => {
  const part = { model: 'builtin', nodes: 2, done: 1 }
  const { user, calls } = await renderWithStory(<JobsPanel />, { tools: fakes(() => [], part) })
  await user.selectOptions(screen.getByRole('combobox'), 'Paint pictures')
  await screen.findByText('2 pictures')
  screen.getByText('1 card has it already and is left out.')
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(calls('run_job')).toEqual([{ task: 'portraits', kind: 'character' }])
})

test('a job that is done before its progress is shown can be reviewed at once', async () => {
  const done = { ...job, written: 4, unchanged: 0, waiting: 0 }
  let isDone = false
  const drafts = fakes(() => []).list_drafts as FakeTool
  const tools: Record<string, FakeTool> = {
    ...fakes(() => (isDone ? [done] : [{ ...job, draft: 'd0' }])),
    list_drafts: (asked) => (isDone ? drafts(asked) : { count: 0, drafts: [] }),
    run_job: () => {
      isDone = true
      return done
    },
  }
  const { user } = await renderWithStory(<JobsPanel />, { tools })
  await user.click(await screen.findByRole('button', { name: 'Resume' }))
  await screen.findByRole('button', { name: 'Review 4 texts' })
})

test('a prompt of the writer’s own becomes the instruction', async () => {
  setPrompts({ Past: 'Put it into the past tense.' })
  const { user } = await renderWithStory(<JobsPanel />, { tools: fakes(() => []) })
  await user.click(screen.getByRole('button', { name: 'Past' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /each text/ })
  expect(field.value).toBe('Put it into the past tense.')
  expect(screen.queryByRole('button', { name: 'Past' })).toBeNull()
  setPrompts()
})
