/** The history of the story: its steps, the way back, and states with a name. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { type Change, groupIntoEntries } from './changes'
import { HistoryPanel } from './HistoryPanel'

beforeAll(setUpDom)
beforeEach(() => useSelection.getState().clear())

function naming(): Record<string, FakeTool> {
  const states: { name: string; change: number; time: string }[] = []
  return {
    create_snapshot: ({ args }) => {
      states.push({ name: String(args.name), change: 1, time: new Date().toISOString() })
      return {}
    },
    list_snapshots: () => ({ states }),
    restore_snapshot: () => ({}),
  }
}

test('each step says who, when and why, and is taken back from where it stands', async () => {
  const { session, calls, user, bridge } = await renderWithStory(<HistoryPanel />, {
    tools: naming(),
  })
  await screen.findByText('No changes yet')
  await act(() => session.data('rename_node', { node: 'n11', title: 'Neo' }))
  const steps = within(await screen.findByRole('list'))
  const [line] = await steps.findAllByRole('listitem')
  expect(line?.textContent).toContain('You')
  expect(line?.textContent).toContain('renamed it')
  expect(line?.textContent).toContain('Neo')
  expect(await a11yViolations()).toEqual([])
  await user.click(steps.getByRole('button', { name: 'Undo: renamed it' }))
  expect(calls('undo')).toEqual([{ change: 2 }])
  expect(bridge.story.nodes.get('n11')?.title).toBe('Mara Lindqvist')
  await screen.findByText('Undone')
  await screen.findByText('undid a change')
})

test('a step opens to what it touched, and leads to the node', async () => {
  const { session, user, calls } = await renderWithStory(<HistoryPanel />, { tools: naming() })
  await act(() => session.data('rename_node', { node: 'n11', title: 'Neo' }))
  await user.click(await screen.findByRole('button', { expanded: false, name: /renamed it/ }))
  await user.click(screen.getByRole('button', { name: 'Neo' }))
  expect(useSelection.getState().focused).toBe('n11')
  await user.click(screen.getByRole('button', { name: 'Show changes' }))
  await waitFor(() => expect(calls('compare_versions')).toHaveLength(1))
  expect(calls('compare_versions')[0]).toEqual({
    node: 'n11',
    capability: 'node',
    from: 1,
    to: 2,
  })
})

test('saves a named snapshot and restores it', async () => {
  const { user, calls, session } = await renderWithStory(<HistoryPanel />, { tools: naming() })
  await user.type(await screen.findByRole('textbox'), 'before the rewrite{Enter}')
  expect(calls('create_snapshot')).toEqual([{ name: 'before the rewrite' }])
  await screen.findByText('Saved snapshot “before the rewrite”.')
  await act(() => session.data('rename_node', { node: 'n11', title: 'Neo' }))
  await user.click(await screen.findByRole('button', { name: 'Restore “before the rewrite”' }))
  expect(calls('restore_snapshot')).toEqual([{ name: 'before the rewrite' }])
})

test('groups the changes of one turn into one entry, separate from an undo between them', () => {
  const change = (number: number, turn?: string, kind: Change['kind'] = 'edit'): Change => ({
    number,
    kind,
    author: { kind: 'assistant', name: 'assistant' },
    reason: 'make it darker',
    time: '2026-01-01T00:00:00Z',
    touched: [],
    ...(turn ? { turn } : {}),
  })
  const changes = [
    change(5, 'b'),
    change(4, 'b'),
    change(3),
    change(2, 'a', 'undo'),
    change(1, 'a'),
  ]
  const steps = [{ turn: 'b', changes: [4, 5], undone: false }]
  const deeds = groupIntoEntries(changes, steps)
  expect(deeds.map((it) => it.changes.map(({ number }) => number))).toEqual([[5, 4], [3], [2], [1]])
  expect(deeds.map((it) => it.step?.changes)).toEqual([[4, 5], undefined, undefined, undefined])
})
