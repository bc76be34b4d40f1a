/** The assistant over a story, with a program whose turns end when a test says so. */

import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Answer, Call, TurnOutcome } from '../../bridge'
import { FakeBridge, type FakeTool } from '../../bridge/fake/fakeBridge'
import { Session, SessionProvider, useSelection } from '../../document'
import { TooltipProvider } from '../../kit'
import { startText } from '../../text'
import { Assistant } from './Assistant'

startText('en')

const outcome: TurnOutcome = {
  turn: 't1',
  thread: 'c1',
  ending: 'done',
  text: 'Done.',
  calls_succeeded: 1,
  calls_failed: 0,
  draft: null,
  usage: { input: 0, output: 0, cached: 0 },
}

/** A program whose turns end when the test says so. */
class TalkBridge extends FakeBridge {
  end: (part?: Partial<TurnOutcome>) => void = () => undefined

  #turns = 0

  /** What a line with a slash is answered; while there is none it runs. */
  slash: Answer | undefined

  override call(call: Call): Promise<Answer> {
    if (call.name === 'run_slash_command') {
      this.calls.push(call)
      return this.slash ? Promise.resolve(this.slash) : new Promise(() => {})
    }
    if (call.name === 'attach_picture') {
      this.calls.push(call)
      const base = { tool_name: call.name, tool_call_id: '', tool_call_args: {} }
      const result = { module: 'assistant', method: 'attach', data: { pictures: ['aa11'] } }
      return Promise.resolve({ ...base, status: 'success', result })
    }
    if (call.name !== 'send_message') return super.call(call)
    this.calls.push(call)
    const instruction = String(call.args.text)
    this.#turns += 1
    const turn = `t${this.#turns}`
    this.emit({ type: 'turn_began', turn, thread: 'c1', node: null, instruction })
    return new Promise((done) => {
      this.end = (part = {}) => {
        const data = { ...outcome, turn, ...part }
        this.emit({ type: 'turn_ended', turn, outcome: data })
        const base = { tool_name: call.name, tool_call_id: '', tool_call_args: call.args }
        const result = { module: 'assistant', method: 'send', data }
        done({ ...base, status: 'success', result })
      }
    })
  }
}

export async function openAssistant(tools: Record<string, FakeTool> = {}) {
  localStorage.clear()
  useSelection.getState().clear()
  const bridge = new TalkBridge(undefined, {
    list_threads: () => ({ threads: [] }),
    list_drafts: () => ({ drafts: [] }),
    ...tools,
  })
  const session = new Session(bridge)
  await session.open()
  const { container } = render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <Assistant />
      </SessionProvider>
    </TooltipProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Message to the assistant' })
  const sent = (name: string) => bridge.calls.filter((it) => it.name === name).map((it) => it.args)
  return { bridge, session, container, field, sent, user: userEvent.setup() }
}
