/** The versions of a node as the program tells of them, and how a component reads them. */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Piece } from '../../../cards'
import { useSession } from '../../../document'

export interface Version {
  capability: string
  number: number
  adopted: boolean
  author: { kind: 'person' | 'assistant' | 'program'; name: string }
  /** Why, in words. */
  reason: string
  /** RFC 3339. */
  time: string
  excerpt: string
  /** Whether what it held was dropped to save room. */
  compacted?: boolean
}

/** One value that differs; a side that is missing held nothing. */
export interface Line {
  name: string
  before?: unknown
  after?: unknown
}

export interface Comparison {
  /** Null where the first version is compared with nothing. */
  from: number | null
  to: number
  same: boolean
  pieces?: Piece[]
  lines?: Line[]
}

/** How many versions are read at once. */
const PAGE = 30

interface Read {
  versions: Version[]
  /** Whether there are earlier ones. */
  more: boolean
  readMore: () => void
  /** The program's words where they could not be read. */
  fault: string | undefined
}

/** Versions of one capability, newest first; `at` is anything that changes when they may have. */
export function useVersions(node: string, capability: string, at: unknown): Read {
  const session = useSession()
  const [read, setRead] = useState<{ versions: Version[]; more: boolean; fault?: string }>(none)
  const latest = useRef(0)

  const page = useCallback(
    (before: Version[]) => {
      latest.current += 1
      const asked = latest.current
      const last = before.at(-1)
      const below = last ? { before: last.number } : {}
      session
        .data<{ versions: Version[] }>('list_versions', { node, capability, limit: PAGE, ...below })
        .then(
          ({ versions }) => {
            if (asked !== latest.current) return
            setRead({ versions: [...before, ...versions], more: versions.length === PAGE })
          },
          (error: unknown) => {
            if (asked === latest.current) setRead({ ...none, fault: String(error) })
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

  return { ...read, fault: read.fault, readMore: () => page(read.versions) }
}

const none = { versions: [], more: false }

/** Two versions compared; undefined while that is under way. */
export function useComparison(
  node: string,
  capability: string,
  pair: { from: number | undefined; to: number } | undefined,
): Comparison | undefined {
  const session = useSession()
  const [compared, setCompared] = useState<Comparison>()
  const from = pair?.from
  const to = pair?.to
  useEffect(() => {
    if (to === undefined) return
    let wanted = true
    setCompared(undefined)
    const args = { node, capability, to, ...(from === undefined ? {} : { from }) }
    session.data<Comparison>('compare_versions', args).then(
      (it) => wanted && setCompared(it),
      () => wanted && setCompared({ from: from ?? null, to, same: true }),
    )
    return () => {
      wanted = false
    }
  }, [session, node, capability, from, to])
  return compared
}
