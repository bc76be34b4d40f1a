/** The list of problems: opening nodes, fixing, and updating with the story. */

import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FakeBridge } from '../../bridge/fake/fakeBridge'
import { Session, SessionProvider, useSelection } from '../../document'
import { TooltipProvider } from '../../kit'
import { type PanelRow, registerPanels, useFindings } from '../../state'
import { setLanguage, startText } from '../../text'
import { ProblemsBadge, ProblemsPanel } from '.'
import { type Finding, useReport } from './report'

startText('en')
beforeAll(() => {
  // The page of the tests lays nothing out.
  const sizes = { offsetHeight: 110, clientHeight: 600, offsetWidth: 400, clientWidth: 400 }
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
})
afterEach(() => act(() => useReport.setState({ report: undefined, fault: undefined })))

/** Findings as the program tells them. */
function report(
  findings: (Omit<Partial<Finding>, 'kind' | 'parts'> & { kind?: string; parts?: object })[],
) {
  const whole = findings.map((it, at) => ({
    kind: 'dead_end',
    severity: 'warning' as const,
    breaks_reading: false,
    parts: {},
    message: `English ${at}`,
    why: '',
    nodes: [{ id: `n${at}`, title: `N${at}` }],
    node_count: 1,
    ...it,
  })) as Finding[]
  const count = whole.length
  const of = (severity: string) => whole.filter((it) => it.severity === severity).length
  const counts = {
    errors: of('error'),
    warnings: of('warning'),
    notes: of('note'),
    hints: of('hint'),
    pages: 0,
    reached: 0,
    computed: 0,
  }
  act(() => useReport.getState().setReport({ number: 1, count, ...counts, findings: whole }))
}

function show() {
  const session = new Session(new FakeBridge())
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <ProblemsPanel />
      </SessionProvider>
    </TooltipProvider>,
  )
}

async function open() {
  const bridge = new FakeBridge()
  const session = new Session(bridge)
  await session.open()
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <ProblemsBadge />
        <ProblemsPanel />
      </SessionProvider>
    </TooltipProvider>,
  )
  return bridge
}

describe('problems', () => {
  it('follow each change, open their node, and are fixed with their button', async () => {
    const bridge = await open()
    const args = { title: 'Attic', text: 'Dust.' }
    await act(() => bridge.callAs('person', { name: 'create_node', args }))
    const line = await screen.findByRole('button', { name: /can’t reach “Attic”/ })
    await userEvent.click(line)
    const attic = [...bridge.story.nodes.values()].find((it) => it.title === 'Attic')
    expect(useSelection.getState().focused).toBe(attic?.id)
    const fix = line.parentElement?.querySelectorAll('button')[1] as HTMLElement
    await userEvent.click(fix)
    await waitFor(() => expect(screen.queryByText(/can’t reach “Attic”/)).toBeNull())
    expect([...bridge.story.edges.values()].some((it) => it.to === attic?.id)).toBe(true)
  })

  it('are counted if they break reading; unfinished work is not counted and marks no card', async () => {
    const row = { icon: () => null, title: 'problems-title', component: () => null, place: 'dock' }
    registerPanels([{ id: 'problems', ...row } as unknown as PanelRow])
    await open()
    report([{ kind: 'dead_end' }, { kind: 'empty', severity: 'note' }])
    screen.getByRole('button', { name: 'Problems' })
    expect(useFindings.getState().byNode.size).toBe(0)
    report([
      { kind: 'dead_end' },
      { kind: 'unreadable_condition', severity: 'error', breaks_reading: true },
      { kind: 'used_up', breaks_reading: true },
    ])
    expect(screen.getByRole('button', { name: '2 problems affect readers' }).textContent).toBe('2')
    expect([...useFindings.getState().byNode.keys()]).toEqual(['n1', 'n2'])
  })

  it('that the badge counts are listed first, under its words, and once', () => {
    show()
    report([
      { kind: 'dead_end' },
      { kind: 'used_up', breaks_reading: true },
      { kind: 'unreadable_condition', severity: 'error', breaks_reading: true },
      { kind: 'empty', severity: 'hint' },
    ])
    const headings = screen.getAllByRole('heading', { level: 3 })
    expect(headings.map((it) => it.textContent)).toEqual([
      'Affects readers 2',
      'Warnings 1',
      'Unfinished work 1',
    ])
    expect(screen.getAllByRole('listitem').length).toBe(7)
  })

  it('show the program’s text in English, and translations in other languages', async () => {
    show()
    const link = { from: 'Harbor', to: 'Ferry', label: 'Board' }
    const broken = { ...link, source: 'gold = 5', at: 6, error: 'at character 6' }
    report([
      { kind: 'unreachable', parts: { title: 'Attic', behind: 2 } },
      { kind: 'unreadable_condition', parts: broken },
      { kind: 'unreadable_effect', parts: { title: 'Harbor', source: 'x', at: 2, error: '' } },
      {
        kind: 'never_set',
        parts: { variable: 'gold', title: 'Pier', count: 3 },
        fix: {
          kind: 'set_variable',
          parts: { variable: 'gold', title: 'Pier' },
          title: 'Set gold at “Pier”',
          name: 'set_enter_effect',
          arguments: {},
        },
      },
      { kind: 'never_set', parts: { variable: 'oil', title: 'Pier', count: 1 } },
      {
        kind: 'nothing_open',
        parts: { title: 'Quay', count: 2 },
        fix: {
          kind: 'open_choice',
          parts: { choice: 'Wait' },
          title: 'Always offer “Wait”',
          name: 'update_link',
          arguments: {},
        },
        instead: {
          kind: 'write_target',
          parts: { title: 'Pier' },
          title: 'Change to “Pier”',
          name: 'replace_text',
          arguments: {},
        },
      },
      { kind: 'a_new_sort', message: 'Something new.', why: 'Who knows.' },
    ])
    screen.getByText('English 0')
    screen.getByRole('button', { name: 'Fix: Set gold at “Pier”' })
    screen.getByRole('button', { name: 'Fix: Always offer “Wait”' })
    screen.getByRole('button', { name: 'Fix: Change to “Pier”' })
    screen.getByText('Something new.')
    await act(() => setLanguage('zh'))
    screen.getByText('读者到不了“Attic”及其后的 2 个场景。')
    screen.getByText('“Pier”等 3 个场景用到 gold，但从未给它赋值。')
    screen.getByText('“Pier”用到 oil，但从未给它赋值。')
    screen.getByText('“Quay”的 2 个选项都带有条件，可能一个也不成立。')
    screen.getByRole('button', { name: '修复：在“Pier”给 gold 赋值' })
    screen.getByText('Something new.')
    await act(() => setLanguage('en'))
  })

  it('are navigated with arrow keys and virtualized', async () => {
    show()
    report(Array.from({ length: 500 }, () => ({})))
    const drawn = () => screen.getAllByRole('button', { name: /English/ })
    expect(drawn().length).toBeLessThan(60)
    await userEvent.tab()
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('English 0'))
    expect(document.activeElement?.textContent).not.toContain('English 1')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('English 2'))
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('English 1'))
    await userEvent.keyboard('{Enter}')
    expect(useSelection.getState().focused).toBe('n1')
  })
})
