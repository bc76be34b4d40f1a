/**
 * Findings at passages: listed with both quotations, opened in the text, waived, reopened, closed.
 */

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { useSelection } from '../../../document'
import { stepPlace, usePage, useWorkspace } from '../../../state'
import { ProblemsPanel } from '..'
import { useReport } from '../report'
import { type PassageFinding, rowsOf } from '../rows'

beforeEach(() => {
  setUpDom()
  useSelection.getState().clear()
  usePage.setState({ wanted: undefined })
  useWorkspace.getState().setColumns({ left: [], right: ['inspector', 'problems'] }, [])
  // The page of the tests lays nothing out.
  const sizes = { offsetHeight: 110, clientHeight: 900, offsetWidth: 400, clientWidth: 400 }
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
})
afterEach(() => {
  act(() => useReport.setState({ report: undefined, fault: undefined }))
  cleanup()
})

const eyes: PassageFinding = {
  finding: 'a1b2c3d4',
  kind: 'contradiction',
  state: 'open',
  says: 'Her eyes were green before.',
  passage: { node: { id: 'n02', title: 'Talk to the captain' }, quote: 'blue eyes', character: 12 },
  other: { node: { id: 'n01', title: 'The night ferry' }, quote: 'green eyes', character: 3 },
}
const lamp: PassageFinding = {
  finding: 'e5f6a7b8',
  kind: 'promise',
  state: 'reopened',
  says: 'The lamp is never lit.',
  passage: { node: { id: 'n05', title: 'The keeper’s door' }, quote: 'the lamp' },
  reason: 'It is in the sequel.',
}

/** The tools on findings, over a list of them. */
function fakes(list: readonly PassageFinding[]): Record<string, FakeTool> {
  let held = [...list]
  const changed = (id: unknown, part: Partial<PassageFinding>) => {
    held = held.map((it) => (it.finding === id ? { ...it, ...part } : it))
    return held.find((it) => it.finding === id)
  }
  return {
    list_findings: () => {
      const findings = held.filter((it) => it.state !== 'closed')
      return { count: findings.length, findings }
    },
    waive_finding: ({ args }) =>
      changed(
        args.finding,
        args.reason ? { state: 'waived', reason: String(args.reason) } : { state: 'open' },
      ),
    close_finding: ({ args }) => changed(args.finding, { state: 'closed' }),
  }
}

test('a contradiction shows both passages, and each can be opened', async () => {
  const { user } = await renderWithStory(<ProblemsPanel />, { tools: fakes([eyes, lamp]) })
  await screen.findByText('Continuity')
  const first = screen.getByRole('button', { name: /^Contradiction/ })
  expect(await a11yViolations()).toEqual([])
  await user.click(first)
  expect(usePage.getState().wanted).toEqual({
    node: 'n02',
    typed: '',
    passage: { quote: 'blue eyes', character: 12 },
  })
  await user.click(screen.getByRole('button', { name: /^The night ferry green eyes/ }))
  expect(useSelection.getState().focused).toBe('n01')
  expect(usePage.getState().wanted?.passage?.quote).toBe('green eyes')
  expect(first.getAttribute('aria-current')).toBe('true')
  // The list keeps in step with the places that are opened from elsewhere.
  act(() => stepPlace(1))
  expect(first.getAttribute('aria-current')).toBeNull()
  act(() => stepPlace(-1))
  expect(first.getAttribute('aria-current')).toBe('true')
  await user.keyboard('{ArrowDown}')
  await waitFor(() =>
    expect(document.activeElement?.textContent).toContain('The lamp is never lit'),
  )
})

test('a finding is waived with a reason, reopened and marked as fixed', async () => {
  const { user, calls } = await renderWithStory(<ProblemsPanel />, { tools: fakes([eyes]) })
  await user.click(await screen.findByRole('button', { name: 'Leave as is…' }))
  const reason = screen.getByRole('textbox', { name: 'Why can it stay?' })
  expect(document.activeElement).toBe(reason)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Leave as is' }).disabled).toBe(true)
  await user.type(reason, 'The narrator lies.{Enter}')
  expect(calls('waive_finding')).toEqual([{ finding: 'a1b2c3d4', reason: 'The narrator lies.' }])
  await screen.findByText('Left as is: The narrator lies.')
  expect(screen.queryByText('Continuity')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Reopen' }))
  expect(calls('waive_finding').at(-1)).toEqual({ finding: 'a1b2c3d4', reason: '' })
  await user.click(await screen.findByRole('button', { name: 'Mark as fixed' }))
  expect(calls('close_finding')).toEqual([{ finding: 'a1b2c3d4' }])
  await waitFor(() => expect(screen.queryByText(eyes.says)).toBeNull())
})

test('a finding whose passage changed says so and cannot be waived', async () => {
  await renderWithStory(<ProblemsPanel />, { tools: fakes([lamp]) })
  const row = (await screen.findByText(lamp.says)).closest('[data-state]') as HTMLElement
  within(row).getByText(/a passage has changed since this was left as is/)
  within(row).getByRole('button', { name: 'Mark as kept' })
  within(row).getByRole('button', { name: 'Reopen' })
  expect(within(row).queryByRole('button', { name: 'Leave as is…' })).toBeNull()
})

test('a promise that leads on shows the passages on its way', async () => {
  const gun: PassageFinding = {
    ...lamp,
    state: 'open',
    stage: 'advancing',
    advanced: [{ node: { id: 'n01', title: 'The night ferry' }, quote: 'a lamp', character: 3 }],
  }
  const { user } = await renderWithStory(<ProblemsPanel />, { tools: fakes([gun]) })
  const row = (await screen.findByText(gun.says)).closest('[data-state]') as HTMLElement
  within(row).getByText('Promise, on its way')
  await user.click(within(row).getByRole('button', { name: /^The night ferry a lamp/ }))
  expect(usePage.getState().wanted?.passage?.quote).toBe('a lamp')
})

test('what is left as it is stands below everything else', () => {
  const waived = { ...lamp, state: 'waived' as const }
  const rows = rowsOf(undefined, [waived, eyes])
  expect(rows.map((it) => it.key)).toEqual([
    'continuity',
    'passage/a1b2c3d4',
    'waived',
    'passage/e5f6a7b8',
  ])
})
