/** The answer of a read tool, kept in sync with the story. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { type ErrorReport, type ToolInput, type ToolOutput, toErrorReport } from '../bridge'
import { useDraft, useRevision, useSession } from '../document'
import type { ToolName } from '../generated/tools'

export interface Reading<N extends ToolName> {
  /** Undefined until it was read for the first time. */
  data: ToolOutput<N> | undefined
  /** Why it could not be read last; what was read before stays. */
  fault: ErrorReport | undefined
  /** Reads at once, for what changes without the story. */
  reread: () => Promise<void>
}

/** How long the story rests before it is read again, in milliseconds. */
const REST = 350

/** Calls the tool at once, and again a moment after each change of the story; never without arguments. */
export function useReading<N extends ToolName>(
  name: N,
  args: ToolInput<N> | undefined,
): Reading<N> {
  const session = useSession()
  const revision = useRevision()
  const draft = useDraft()
  const [data, setData] = useState<ToolOutput<N>>()
  const [fault, setFault] = useState<ErrorReport>()
  const asked = useRef(0)
  const key = args && JSON.stringify(args)
  const reread = useCallback(async () => {
    asked.current += 1
    const mine = asked.current
    if (key === undefined) return
    try {
      const read = await session.data(name, JSON.parse(key) as ToolInput<N>)
      if (mine !== asked.current) return
      setData(read)
      setFault(undefined)
    } catch (error) {
      if (mine === asked.current) setFault(toErrorReport(error))
    }
  }, [session, name, key])
  const first = useRef<typeof reread>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the story is read again
  useEffect(() => {
    const isNew = first.current !== reread
    first.current = reread
    const timer = setTimeout(() => void reread(), isNew ? 0 : REST)
    return () => clearTimeout(timer)
  }, [reread, revision, draft])
  useEffect(
    () => () => {
      asked.current += 1
    },
    [],
  )
  return { data, fault, reread }
}
