/** The history of the story: its steps, undo, and snapshots. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { useNotices } from '../../state'
import { byDay, type Change, groupIntoEntries, ownName, sessionVersions } from './changes'
import { HistoryPanel } from './HistoryPanel'

beforeAll(setUpDom)
beforeEach(() => useSelection.getState().clear())

/** How many things going back to a snapshot moves. */
let restored = 2

function naming(): Record<string, FakeTool> {
  const states: { name: string; change: number; time: string }[] = []
  return {
    create_snapshot: ({ args }) => {
      states.push({ name: String(args.name), change: 1, time: new Date().toISOString() })
      return {}
    },
    list_snapshots: () => ({ states: [...states] }),
    restore_snapshot: () => ({ count: restored }),
    delete_snapshot: ({ args }) => {
      states.splice(
        states.findIndex((it) => it.name === args.name),
        1,
      )
      return {}
    },
  }
}

test('each step shows author, time and reason, and can be undone in place', async () => {
  const { session, calls, user, bridge } = await renderWithStory(<HistoryPanel />, {
    tools: naming(),
  })
  await screen.findByText('No changes yet')
  await act(() => session.data('rename_node', { node: 'n11', title: 'Neo' }))
  const steps = within(await screen.findByRole('list'))
  const [line] = await steps.findAllByRole('listitem')
  // It is the person of this window, who needs no name.
  expect(line?.textContent).not.toContain('You')
  expect(line?.textContent).toContain('renamed it')
  expect(line?.textContent).toContain('Neo')
  expect(await a11yViolations()).toEqual([])
  await user.click(steps.getByRole('button', { name: 'Undo: renamed it' }))
  expect(calls('undo')).toEqual([{ change: 2 }])
  expect(bridge.story.nodes.get('n11')?.title).toBe('Mara Lindqvist')
  await screen.findByText('Undone')
  await screen.findByText('undid a change')
})

test('a step expands to what it touched, and links to the node', async () => {
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
  const { notice } = useNotices.getState()
  expect(notice?.text).toBe('The story is as it was at “before the rewrite”')
  notice?.action?.perform()
  expect(calls('undo')).toHaveLength(1)
  restored = 0
  await user.click(screen.getByRole('button', { name: 'Restore “before the rewrite”' }))
  await waitFor(() => expect(useNotices.getState().notice?.action).toBeUndefined())
})

test('a snapshot is renamed in its row, and deleted', async () => {
  const { user, calls } = await renderWithStory(<HistoryPanel />, {
    tools: { ...naming(), rename_snapshot: () => ({}) },
  })
  await user.type(await screen.findByRole('textbox'), 'First draft{Enter}')
  await screen.findByText('Saved snapshot “First draft”.')
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'More for “First draft”' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Rename…')
  const field = await screen.findByRole('textbox', { name: 'New name of “First draft”' })
  expect(await a11yViolations()).toEqual([])
  await user.type(field, '{Escape}')
  expect(calls('rename_snapshot')).toEqual([])
  await choose('Rename…')
  await user.keyboard('To my editor{Enter}')
  expect(calls('rename_snapshot')).toEqual([{ name: 'First draft', new_name: 'To my editor' }])
  await choose('Delete')
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Delete the snapshot “First draft”?' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(calls('delete_snapshot')).toEqual([{ name: 'First draft' }])
  await waitFor(() => expect(screen.queryByText('Saved snapshot “First draft”.')).toBe(null))
})

test('a snapshot unfolds to what has changed since, and shows how', async () => {
  const node = { id: 'n11', title: 'Mara Lindqvist' }
  const changed = [
    { node, what: 'Mara Lindqvist', capability: 'text', before: 1, after: 3 },
    {
      node: { id: 'gone', title: 'Quay' },
      what: 'Quay',
      capability: 'layout',
      before: 1,
      after: null,
    },
    {
      node: { id: 'gone', title: 'Quay' },
      what: 'Quay',
      capability: 'node',
      before: 2,
      after: null,
    },
  ]
  const tools = {
    ...naming(),
    compare_snapshot: () => ({ name: 'First draft', count: 8, changed }),
  }
  const { user, calls } = await renderWithStory(<HistoryPanel />, { tools })
  await user.type(await screen.findByRole('textbox'), 'First draft{Enter}')
  await user.click(
    await screen.findByRole('button', { name: 'What has changed since “First draft”' }),
  )
  // What was deleted is one change, whatever it had; five more are not listed.
  await screen.findByText('7 changes since.')
  screen.getByText('title and kind: deleted')
  screen.getByText('and 5 more')
  expect(screen.queryByText('position on the map: deleted')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show changes' }))
  await waitFor(() =>
    expect(calls('compare_versions')).toEqual([
      { node: 'n11', capability: 'text', from: 1, to: 3 },
    ]),
  )
  expect(await a11yViolations()).toEqual([])
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
  expect(deeds.map((it) => it.steps)).toEqual([steps, [], [], []])
})

/** A change of one text, so many minutes after ten o'clock. */
function wrote(number: number, minutes: number, more: Partial<Change> = {}): Change {
  const node = { id: 'n01', title: 'The night ferry' }
  return {
    number,
    kind: 'edit',
    author: { kind: 'person', name: 'ada' },
    reason: 'write_text',
    time: new Date(2026, 0, 2, 10, minutes).toISOString(),
    touched: [{ node, what: node.title, capability: 'text', before: number - 1, after: number }],
    ...more,
  }
}

test('a writing session without interruption or pause is one entry', () => {
  const own = { id: 'n02', title: 'Quay' }
  const elsewhere = [{ node: own, what: 'Quay', capability: 'text', before: 1, after: 2 }]
  const changes = [
    wrote(9, 100),
    wrote(8, 50, { author: { kind: 'person', name: 'bob' } }),
    wrote(7, 45),
    wrote(6, 40),
    wrote(5, 20, { touched: elsewhere }),
    wrote(4, 12, { reason: 'append_text' }),
    wrote(3, 2),
    wrote(2, 0, { reason: 'rename_node' }),
  ]
  const steps = [4, 3].map((it) => ({ changes: [it], undone: false }))
  const entries = groupIntoEntries(changes, steps)
  expect(entries.map((it) => it.changes.map(({ number }) => number))).toEqual([
    [9],
    [8],
    [7, 6],
    [5],
    [4, 3],
    [2],
  ])
  expect(entries[4]?.steps).toEqual(steps)
  expect(entries[4] && sessionVersions(entries[4])).toEqual({ node: 'n01', from: 2, to: 4 })
  expect(entries[5] && sessionVersions(entries[5])).toBeUndefined()
})

test('entries are grouped by day, and only other authors are named', () => {
  const yesterday = wrote(1, 0, { time: new Date(2026, 0, 1, 23, 50).toISOString() })
  const changes = [wrote(3, 50), wrote(2, 0), yesterday]
  const days = byDay(groupIntoEntries(changes, []))
  expect(days.map((it) => it.entries.length)).toEqual([2, 1])
  expect(ownName(changes, undefined)).toBe('ada')
  expect(
    ownName([...changes, wrote(4, 51, { author: { kind: 'person', name: 'bob' } })], undefined),
  ).toBe(undefined)
  expect(ownName(changes, 'bob')).toBe('bob')
})

test('a session shows its word count and first words, and is undone as one', async () => {
  const changes = [wrote(3, 4), wrote(2, 2)]
  const undone: unknown[] = []
  const { user, calls } = await renderWithStory(<HistoryPanel />, {
    tools: {
      ...naming(),
      story_history: () => ({ changes }),
      list_steps: () => ({ steps: [3, 2].map((it) => ({ changes: [it], undone: false })) }),
      compare_versions: () => ({
        from: 1,
        to: 3,
        same: false,
        pieces: [
          { kind: 'same', text: 'The bell. ' },
          { kind: 'removed', text: 'Gone' },
          { kind: 'added', text: 'No one answers it.' },
        ],
      }),
      undo: ({ args }) => {
        undone.push(args)
        return {}
      },
    },
  })
  const line = await screen.findByText(/\+3 words · “No one answers it.”/)
  expect(calls('compare_versions')).toEqual([{ node: 'n01', capability: 'text', from: 1, to: 3 }])
  expect(line.closest('li')?.textContent).toContain('The night ferry')
  expect(screen.queryByText(/ada/)).toBeNull()
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo: edited the text' }))
  expect(undone).toEqual([{ change: 3 }, { change: 2 }])
})

test('deleted nodes are shown by title and marked, without ids', async () => {
  const touched = [
    { what: '(removed node 16423bec)', capability: 'node', before: 1, after: null },
    { what: '(removed link b81f9826)', capability: 'edge', before: 1, after: null },
  ]
  await renderWithStory(<HistoryPanel />, {
    tools: {
      ...naming(),
      story_history: () => ({ changes: [wrote(4, 0, { reason: 'remove_node', touched })] }),
      list_steps: () => ({ steps: [] }),
    },
  })
  const line = await screen.findByText(/a deleted card, a deleted link/)
  expect(line.closest('li')?.textContent).not.toContain('16423bec')
})

test('a large change tells how many cards it touched beyond those listed', async () => {
  const touched = ['Quay', 'Ferry', 'Pier', 'Harbor', 'Moon'].flatMap((title, at) =>
    ['node', 'layout', 'kept', 'text'].map((capability) => ({
      node: { id: `n1${at}`, title },
      what: title,
      capability,
      before: null,
      after: 1,
    })),
  )
  const change = wrote(4, 0, { reason: 'import_story', touched, more: 138, nodes: 42 })
  const { user } = await renderWithStory(<HistoryPanel />, {
    tools: {
      ...naming(),
      story_history: () => ({ changes: [change] }),
      list_steps: () => ({ steps: [] }),
    },
  })
  await user.click(await screen.findByRole('button', { name: /Quay, Ferry, Pier and 39 more/ }))
  expect(screen.getByText('and 138 more')).toBeDefined()
  expect(screen.getAllByText(/title and kind: new/)).toHaveLength(5)
  expect(screen.getAllByText(/text: new/)).toHaveLength(5)
  expect(screen.queryByText(/position|kept/)).toBeNull()
})

test('a new snapshot is listed at once, though nothing in the story changed', async () => {
  const { user } = await renderWithStory(<HistoryPanel />, { tools: naming() })
  await user.type(await screen.findByRole('textbox'), 'first draft{Enter}')
  await screen.findByRole('button', { name: 'Restore “first draft”' })
})
