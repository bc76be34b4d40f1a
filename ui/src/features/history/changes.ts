/** The changes of the story as the program tells of them, gathered into the steps they are undone by. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../../bridge'
import { useSession } from '../../document'

export interface ChangedPart {
  node?: { id: string; title: string }
  /** The node's title, the link's ends, or the story's title. */
  what: string
  capability: string
  before: number | null
  after: number | null
}

export interface Change {
  number: number
  kind: 'edit' | 'undo' | 'redo' | 'restore' | 'adopt'
  author: { kind: 'person' | 'assistant' | 'program'; name: string }
  reason: string
  /** RFC 3339. */
  time: string
  turn?: string
  draft?: string
  touched: ChangedPart[]
  more?: number
}

export interface UndoStep {
  turn?: string
  changes: number[]
  /** Whether it is undone and can be done again. */
  undone: boolean
}

/** Changes that are taken back together: one by itself, or all of a turn. */
export interface HistoryEntry {
  /** Newest first. */
  changes: Change[]
  /** Undefined for what is no step: an undo, a redo, writing in a draft. */
  step: UndoStep | undefined
}

/** Neighboring changes of one turn as one deed. Pure. */
export function groupIntoEntries(
  changes: readonly Change[],
  steps: readonly UndoStep[],
): HistoryEntry[] {
  const stepOf = new Map(steps.flatMap((it) => it.changes.map((number) => [number, it] as const)))
  const entries: HistoryEntry[] = []
  for (const change of changes) {
    const last = entries.at(-1)
    const same = change.turn !== undefined && last?.changes[0]?.turn === change.turn
    if (last && same && last.changes[0]?.kind === change.kind) {
      last.changes.push(change)
      last.step ??= stepOf.get(change.number)
    } else entries.push({ changes: [change], step: stepOf.get(change.number) })
  }
  return entries
}

const PAGE = 40
/** As many steps as the program lists; what is older can still be undone by its number. */
const STEPS = 500

interface Read {
  entries: HistoryEntry[] | undefined
  more: boolean
  fault: ErrorReport | undefined
  readMore: () => void
}

/** The history, read anew when the story changes. */
export function useChanges(): Read {
  const session = useSession()
  const [pages, setPages] = useState(1)
  const [read, setRead] = useState<Omit<Read, 'readMore'>>({
    entries: undefined,
    more: false,
    fault: undefined,
  })
  const latest = useRef(0)
  const look = useCallback(async () => {
    latest.current += 1
    const asked = latest.current
    const limit = Math.min(PAGE * pages, 500)
    try {
      const [{ changes }, { steps }] = await Promise.all([
        session.data<{ changes: Change[] }>('story_history', { limit }),
        session.data<{ steps: UndoStep[] }>('list_steps', { limit: STEPS }),
      ])
      if (asked !== latest.current) return
      const more = changes.length === limit && limit < 500
      setRead({ entries: groupIntoEntries(changes, steps), more, fault: undefined })
    } catch (error) {
      if (asked === latest.current) setRead((old) => ({ ...old, fault: toErrorReport(error) }))
    }
  }, [session, pages])
  useEffect(() => {
    void look()
    const stop = session.listen((event) => {
      if (event.type === 'data:changed') void look()
    })
    return () => {
      latest.current += 1
      stop()
    }
  }, [session, look])
  return { ...read, readMore: () => setPages((it) => it + 1) }
}
