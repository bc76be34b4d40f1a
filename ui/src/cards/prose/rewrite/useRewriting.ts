/** Asks the assistant's model for other words for a passage, and follows them while they come. */

import { useCallback, useEffect, useRef, useState } from 'react'
import {
  callTool,
  type ErrorReport,
  type ToolInput,
  type ToolOutput,
  toErrorReport,
} from '../../../bridge'
import { cancelCall, useRun, useSession } from '../../../document'
import { errorOf } from '../../useToolCall'

export type RewriteTask = ToolInput<'rewrite_passage'>['task']
export type Rewritten = ToolOutput<'rewrite_passage'>

export interface RewriteRequest {
  task: RewriteTask
  detail?: string
}

export type RewriteState =
  | { is: 'choosing' }
  | { is: 'writing'; request: RewriteRequest }
  | { is: 'written'; request: RewriteRequest; answer: Rewritten }

export interface Rewriting {
  state: RewriteState
  /** What has come so far. */
  soFar: string
  fault: ErrorReport | undefined
  ask: (request: RewriteRequest) => void
  /** Ends what is being written, or forgets what was. */
  stop: () => void
}

interface Place {
  node: string
  draft: string | undefined
  passage: string
  character: number
}

interface Asked {
  id: string
  answered: Promise<unknown>
}

export function useRewriting({ node, draft, passage, character }: Place): Rewriting {
  const { bridge } = useSession()
  const [state, setState] = useState<RewriteState>({ is: 'choosing' })
  const [fault, setFault] = useState<ErrorReport>()
  const asked = useRef<Asked>(undefined)
  const earlier = useRef<readonly string[]>([])
  const run = useRun((it) => it.call === asked.current?.id)

  const cancel = useCallback(() => {
    const mine = asked.current
    asked.current = undefined
    if (mine) cancelCall(bridge, mine.id, mine.answered)
  }, [bridge])
  // Nobody reads what a closed box would show.
  useEffect(() => cancel, [cancel])

  const ask = useCallback(
    (request: RewriteRequest) => {
      cancel()
      const id = crypto.randomUUID()
      const args = { node, passage, character, ...request, unlike: [...earlier.current] }
      // Whoever asks for words knows that a model writes them.
      const place = { id, confirmed: true, ...(draft === undefined ? {} : { draft }) }
      const answered = callTool(bridge, { name: 'rewrite_passage', args, ...place })
      asked.current = { id, answered }
      setFault(undefined)
      setState({ is: 'writing', request })
      const take = (failed: ErrorReport | undefined, answer?: Rewritten) => {
        if (asked.current?.id !== id) return
        asked.current = undefined
        setFault(failed)
        if (answer) earlier.current = [...earlier.current, answer.text]
        setState(answer ? { is: 'written', request, answer } : { is: 'choosing' })
      }
      answered.then(
        (answer) => take(errorOf(answer), answer.result?.data),
        (error: unknown) => take(toErrorReport(error)),
      )
    },
    [bridge, node, draft, passage, character, cancel],
  )
  const stop = useCallback(() => {
    cancel()
    setState({ is: 'choosing' })
  }, [cancel])

  return { state, soFar: run?.text ?? '', fault, ask, stop }
}
