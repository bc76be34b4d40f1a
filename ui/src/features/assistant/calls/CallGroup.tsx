/** Many successful calls as one line that expands to each of them. */

import { Check, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../text'
import { currentToolName } from '../../../text/formerTools'
import type { CallEntry, Entry, Turn } from '../state/reduce'
import styles from './Call.module.css'
import { CallCard } from './CallCard'

/** So many calls in a row are distinguished; more are one line. */
const APART = 3
/** So many cards are named in the line. */
const NAMED = 3

/** Entries as they are shown: alone, or many calls in a row together. */
export type Shown =
  | { entry: Entry; calls?: undefined }
  | { calls: readonly CallEntry[]; entry?: undefined }

/** What still runs, asks, or went wrong stands alone, where it is seen. */
export function groupCalls(entries: readonly Entry[]): Shown[] {
  const shown: Shown[] = []
  let row: CallEntry[] = []
  const close = () => {
    if (row.length > APART) shown.push({ calls: row })
    else shown.push(...row.map((entry) => ({ entry })))
    row = []
  }
  for (const entry of entries) {
    if (entry.kind === 'call' && !entry.question && entry.answer?.status === 'success') {
      row.push(entry)
    } else {
      close()
      shown.push({ entry })
    }
  }
  close()
  return shown
}

export function CallGroup({ calls, turn }: { calls: readonly CallEntry[]; turn: Turn }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const counts = new Map<string, number>()
  for (const { name } of calls) {
    const tool = currentToolName(name)
    counts.set(tool, (counts.get(tool) ?? 0) + 1)
  }
  const comma = t('history-comma')
  const what = [...counts].map(([tool, count]) =>
    t('assistant-many', { name: t.or(`tools-did-${tool}`, tool), count }),
  )
  const titles = [
    ...new Set(calls.flatMap((it) => (it.answer?.wrote ?? []).map((wrote) => wrote.title))),
  ]
  const named = titles.slice(0, NAMED).join(comma)
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.groupLine}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Check size={15} aria-hidden className={styles.groupMark} />
        <span className={styles.groupWords}>
          <strong>{what.join(comma)}</strong>
          <span className={styles.which}>
            {named}
            {titles.length > NAMED &&
              ` ${t('assistant-and-more', { count: titles.length - NAMED })}`}
          </span>
        </span>
        <ChevronRight size={14} aria-hidden className={styles.groupArrow} />
      </button>
      {open && calls.map((it) => <CallCard key={it.id} call={it} turn={turn} />)}
    </div>
  )
}
