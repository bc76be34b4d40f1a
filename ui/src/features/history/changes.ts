/** The changes of the story, grouped into undo steps. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../../bridge'
import { useSession } from '../../document'

export type ChangedPart = Change['touched'][number]

export type Change = ToolOutput<'story_history'>['changes'][number]

export type UndoStep = Pick<
  ToolOutput<'list_steps'>['steps'][number],
  'turn' | 'changes' | 'undone'
>

/** Changes that are taken back together: one by itself, all of a turn or of a writing session. */
export interface HistoryEntry {
  /** Newest first. */
  changes: Change[]
  /** The steps it is undone by, newest first; none for what is not a step: an undo, writing in a draft. */
  steps: UndoStep[]
}

/** The tools whose changes are writing: in a row, in one text, they are one session. */
const WRITING = new Set(['write_text', 'append_text', 'replace_text'])
/** So long nothing was written, in milliseconds, until the next words are another session. */
const SESSION_BREAK = 30 * 60_000

/** Neighboring changes of one turn, or of one writing session, as one deed. Pure. */
export function groupIntoEntries(
  changes: readonly Change[],
  steps: readonly UndoStep[],
): HistoryEntry[] {
  const stepOf = new Map(steps.flatMap((it) => it.changes.map((number) => [number, it] as const)))
  const entries: HistoryEntry[] = []
  for (const change of changes) {
    const last = entries.at(-1)
    const later = last?.changes.at(-1)
    const step = stepOf.get(change.number)
    if (last && later && (sameTurn(later, change) || sameSession(later, change))) {
      last.changes.push(change)
      if (step && !last.steps.includes(step)) last.steps.push(step)
    } else entries.push({ changes: [change], steps: step ? [step] : [] })
  }
  return entries
}

function sameTurn(later: Change, earlier: Change): boolean {
  return earlier.turn !== undefined && later.turn === earlier.turn && later.kind === earlier.kind
}

function sameSession(later: Change, earlier: Change): boolean {
  const text = writtenIn(later)
  return (
    text !== undefined &&
    writtenIn(earlier) === text &&
    later.author.kind === earlier.author.kind &&
    later.author.name === earlier.author.name &&
    Date.parse(later.time) - Date.parse(earlier.time) < SESSION_BREAK
  )
}

/** The card whose text a change wrote, if a person wrote and nothing else. */
function writtenIn({ kind, author, reason, turn, draft, touched }: Change): string | undefined {
  const [text, ...others] = touched
  const wrote = kind === 'edit' && author.kind === 'person' && WRITING.has(reason)
  if (!wrote || turn || draft || others.length > 0 || text?.capability !== 'text') return undefined
  return text.node?.id
}

/** The two versions of a text that a writing session lies between; none if it was not writing. */
export function sessionVersions(
  entry: HistoryEntry,
): { node: string; from: number | undefined; to: number } | undefined {
  const [newest] = entry.changes
  const oldest = entry.changes.at(-1)
  const node = newest && writtenIn(newest)
  const to = newest?.touched[0]?.after
  if (!node || !oldest || typeof to !== 'number') return undefined
  return { node, from: oldest.touched[0]?.before ?? undefined, to }
}

/** What says nothing of a new card: its place, and what another format has of it. */
const TRIVIAL: readonly string[] = ['layout', 'kept']

/** What was changed, without what goes without saying of new and deleted cards. Pure. */
export function withoutTrivialParts(changed: readonly ChangedPart[]): ChangedPart[] {
  const cardOf = (it: ChangedPart) => it.node?.id ?? it.what
  const cards = changed.filter((it) => it.capability === 'node')
  const made = new Set(cards.filter((it) => it.before === null).map(cardOf))
  const deleted = new Set(cards.filter((it) => it.after === null).map(cardOf))
  return changed.filter((it) => {
    if (it.capability === 'node') return true
    const card = cardOf(it)
    return !deleted.has(card) && !(made.has(card) && TRIVIAL.includes(it.capability))
  })
}

/** The entries by the day of their newest change, in the person's time zone. Pure. */
export function byDay(
  entries: readonly HistoryEntry[],
): { day: string; entries: HistoryEntry[] }[] {
  const days: { day: string; entries: HistoryEntry[] }[] = []
  for (const entry of entries) {
    const time = entry.changes[0]?.time ?? ''
    const day = new Date(time).toDateString()
    const last = days.at(-1)
    if (last && new Date(last.day).toDateString() === day) last.entries.push(entry)
    else days.push({ day: time, entries: [entry] })
  }
  return days
}

/** The name the person of this window writes under: as the settings say, or the only one there is. */
export function ownName(
  changes: readonly Change[],
  settings: string | undefined,
): string | undefined {
  if (settings) return settings
  const names = new Set(
    changes.filter((it) => it.author.kind === 'person').map((it) => it.author.name),
  )
  return names.size === 1 ? [...names][0] : undefined
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

/** The history, read again when the story changes. */
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
        session.data('story_history', { limit }),
        session.data('list_steps', { limit: STEPS }),
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
