/** The versions of a node, and a hook to load them. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../../../bridge'
import { useSession } from '../../../document'

export type Version = ToolOutput<'list_versions'>['versions'][number]

/** How many versions are read at once. */
const PAGE = 30

interface Read {
  /** Undefined until they were read for the first time. */
  versions: Version[] | undefined
  /** Whether there are earlier ones. */
  more: boolean
  readMore: () => void
  readAgain: () => void
  /** Why they could not be read; what was read before stays. */
  fault: ErrorReport | undefined
}

/** Versions of one capability, newest first; `at` is anything that changes when they may have. */
export function useVersions(node: string, capability: string, at: unknown): Read {
  const session = useSession()
  const [read, setRead] = useState<Omit<Read, 'readMore' | 'readAgain'>>(none)
  const latest = useRef(0)

  const page = useCallback(
    (before: Version[]) => {
      latest.current += 1
      const asked = latest.current
      const last = before.at(-1)
      const below = last ? { before: last.number } : {}
      session.data('list_versions', { node, capability, limit: PAGE, ...below }).then(
        ({ versions }) => {
          if (asked !== latest.current) return
          setRead({
            versions: [...before, ...versions],
            more: versions.length === PAGE,
            fault: undefined,
          })
        },
        (error: unknown) => {
          if (asked === latest.current) setRead((old) => ({ ...old, fault: toErrorReport(error) }))
        },
      )
    },
    [session, node, capability],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` is what asks for another reading
  useEffect(() => {
    page([])
    return () => {
      latest.current += 1
    }
  }, [page, at])

  return { ...read, readMore: () => page(read.versions ?? []), readAgain: () => page([]) }
}

const none = { versions: undefined, more: false, fault: undefined }

/** The pair to compare: what was chosen, else the newest version and the one before it that is whole. */
export function pairOf(
  versions: readonly Version[],
  older: number | undefined,
  newer: number | undefined,
): { from: number | undefined; to: number } | undefined {
  const whole = versions.filter((it) => !it.compacted)
  const to = newer ?? whole[0]?.number
  if (to === undefined) return undefined
  return { from: older ?? whole.find((it) => it.number < to)?.number, to }
}
