/** The window over the desk: one story stays open for as long as it is worked on. */

import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDesk } from '../actions'
import type { Answer, Call, Program } from '../bridge'
import { FakeBridge } from '../bridge/fake'
import { furnish } from '../cards/testing/stage'
import { Window } from './Window'

const DESK: Record<string, unknown> = {
  desk_state: { begin: 'lighthouse', recent: [], settings: undefined },
  desk_open: { story: 'lighthouse', title: 'The Glass Lighthouse', path: '/lighthouse.story' },
}

it('opens the way to a story once, whatever dialogs come and go over it', async () => {
  furnish()
  localStorage.clear()
  sessionStorage.clear()
  const opened: FakeBridge[] = []
  const program: Program = {
    origin: 'window/1',
    call: async ({ name, args }: Call): Promise<Answer> => ({
      tool_name: name,
      tool_call_id: '1',
      tool_call_args: args,
      status: 'success',
      result: { module: 'desk', method: name, data: DESK[name] ?? {} },
    }),
    story: () => {
      const bridge = new FakeBridge()
      opened.push(bridge)
      return bridge
    },
  }
  render(<Window program={program} />)
  await screen.findByRole('application')
  for (const dialog of ['keys', undefined, 'replace', undefined] as const)
    act(() => useDesk.getState().setDialog(dialog))
  await screen.findByRole('application')
  expect(opened).toHaveLength(1)
  expect(opened[0]?.calls.filter((it) => it.name === 'read_map')).toHaveLength(1)
})
