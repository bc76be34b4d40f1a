/** The window and its workspace: one story stays open while it is worked on. */

import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Answer, Call, Program } from '../bridge'
import { FakeBridge } from '../bridge/fake/fakeBridge'
import { setUpDom } from '../cards/testing/renderWithStory'
import { useWorkspace } from '../state'
import { Window } from './Window'

const WORKSPACE: Record<string, unknown> = {
  get_workspace_state: { begin: 'lighthouse', recent: [], settings: undefined },
  open_story: { story: 'lighthouse', title: 'The Glass Lighthouse', path: '/lighthouse.story' },
}

/** A program whose workspace answers; a call waits for as long as `until` does. */
function programOf(until: (name: string) => Promise<void> | undefined): [Program, FakeBridge[]] {
  setUpDom()
  localStorage.clear()
  sessionStorage.clear()
  const opened: FakeBridge[] = []
  const program: Program = {
    origin: 'window/1',
    call: async ({ name, args }: Call): Promise<Answer> => {
      await until(name)
      return {
        tool_name: name,
        tool_call_id: '1',
        tool_call_args: args,
        status: 'success',
        result: { module: 'workspace', method: name, data: WORKSPACE[name] ?? {} },
      }
    },
    story: () => {
      const bridge = new FakeBridge()
      opened.push(bridge)
      return bridge
    },
  }
  return [program, opened]
}

it('connects to a story once while dialogs open and close', async () => {
  const [program, opened] = programOf(() => undefined)
  render(<Window program={program} />)
  await screen.findByRole('application')
  for (const dialog of ['keys', undefined, 'replace', undefined] as const)
    act(() => useWorkspace.getState().setDialog(dialog))
  await screen.findByRole('application')
  expect(opened).toHaveLength(1)
  expect(opened[0]?.calls.filter((it) => it.name === 'read_map')).toHaveLength(1)
})

it('hides the welcome screen while the last story is opening', async () => {
  let open = () => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  const calls: string[] = []
  const [program] = programOf((name) => {
    calls.push(name)
    return name === 'open_story' ? opened : undefined
  })
  render(<Window program={program} />)
  await waitFor(() => expect(calls).toContain('open_story'))
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
  await act(async () => open())
  await screen.findByRole('application')
})

it('offers to ask again if the program cannot say where to begin', async () => {
  let fails = true
  const [program] = programOf(async (name) => {
    if (name === 'get_workspace_state' && fails) throw new Error('no answer')
  })
  render(<Window program={program} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  act(() => again.click())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
})

it('offers to load the page again if no answer comes', async () => {
  vi.useFakeTimers()
  try {
    const [program] = programOf(() => new Promise(() => {}))
    render(<Window program={program} />)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    act(() => void vi.advanceTimersByTime(10_000))
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})
