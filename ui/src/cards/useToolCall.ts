/** Calls tools for a component, with the running state and the last error. */

import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type Answer,
  type ErrorReport,
  type ToolInput,
  type ToolOutput,
  toErrorReport,
} from '../bridge'
import { useSession } from '../document'

export interface ToolCaller {
  /** Calls a tool; undefined where it failed, which {@link fault} then tells. */
  call: <N extends string>(
    name: N,
    args: ToolInput<N>,
  ) => Promise<Answer<ToolOutput<N>> | undefined>
  /** The same for what costs money or cannot be undone, after the writer has said yes to it. */
  callConfirmed: ToolCaller['call']
  running: boolean
  fault: ErrorReport | undefined
  /** Forgets the last failure. */
  clearError: () => void
}

/** The failure an answer or a thrown error stands for, if it does. */
export function errorOf(answer: Answer): ErrorReport | undefined {
  if (answer.status !== 'failure') return undefined
  return answer.error ?? { code: 'INTERNAL', message: answer.tool_name }
}

export function useToolCall(): ToolCaller {
  const session = useSession()
  const [open, setOpen] = useState(0)
  const [fault, setFault] = useState<ErrorReport>()
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const run = useCallback(
    async <N extends string>(name: N, args: ToolInput<N>, confirmed: boolean) => {
      setOpen((count) => count + 1)
      let failed: ErrorReport | undefined
      let answer: Answer<ToolOutput<N>> | undefined
      try {
        answer = await (confirmed ? session.callConfirmed(name, args) : session.call(name, args))
        failed = errorOf(answer)
      } catch (error) {
        failed = toErrorReport(error)
      }
      if (mounted.current) {
        setOpen((count) => count - 1)
        setFault(failed)
      }
      return failed ? undefined : answer
    },
    [session],
  )
  const call = useCallback<ToolCaller['call']>((name, args) => run(name, args, false), [run])
  const callConfirmed = useCallback<ToolCaller['call']>(
    (name, args) => run(name, args, true),
    [run],
  )
  const clearError = useCallback(() => setFault(undefined), [])
  return { call, callConfirmed, running: open > 0, fault, clearError }
}
