/** One entry: what changed, when, and by whom if it was another; can be undone and expanded. */

import { ChevronDown, ChevronRight, PenLine, Sparkles, Terminal, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../cards'
import { Badge, Button, exactTime, relativeTime } from '../../kit'
import { useTranslation } from '../../text'
import { currentToolName } from '../../text/formerTools'
import { ChangedPartRow } from './ChangedPartRow'
import {
  type Change,
  type ChangedPart,
  type HistoryEntry,
  sessionVersions,
  withoutTrivialParts,
} from './changes'
import styles from './history.module.css'
import { useChangedName } from './useChangedName'
import { useWrittenWords, type WrittenWords } from './useWrittenWords'

const AUTHOR_ICONS: Record<Change['author']['kind'], ReactNode> = {
  person: <PenLine size={14} aria-hidden />,
  assistant: <Sparkles size={14} aria-hidden />,
  program: <Terminal size={14} aria-hidden />,
}

/** How many names are in the line itself. */
const NAMED = 3

interface HistoryRowProps {
  entry: HistoryEntry
  /** The name the person of this window writes under; only others are named. */
  own: string | undefined
}

export function HistoryRow({ entry, own }: HistoryRowProps) {
  const { t, language } = useTranslation()
  const [open, setOpen] = useState(false)
  const { call, running, fault } = useToolCall()
  const versions = sessionVersions(entry)
  const written = useWrittenWords(versions)
  const whatOf = useChangedName()
  const { changes, steps } = entry
  const [newest] = changes
  if (!newest) return null
  const { author, kind, time, turn } = newest
  const reasons = [...new Set(changes.map((it) => it.reason))].map((it) =>
    t.or(`versions-reasons-${currentToolName(it)}`, it),
  )
  // An assistant's name is that of its model, which says less than what it is.
  const isNamed = author.kind !== 'assistant' && author.name && author.name !== author.kind
  const who = isNamed ? author.name : t(`versions-who-${author.kind}`)
  const isOwn = author.kind === 'person' && (!isNamed || author.name === own)
  const what = [
    ...new Set(changes.flatMap((it) => it.touched.map((place) => whatOf(place.what)))),
  ].filter(Boolean)
  // A large change lists only its first parts, but counts all its nodes.
  const total = Math.max(what.length, ...changes.map((it) => it.nodes ?? 0))
  const unlisted = changes.reduce((sum, it) => sum + (it.more ?? 0), 0)
  const Arrow = open ? ChevronDown : ChevronRight
  const words = kind === 'edit' ? reasons.join(t('history-comma')) : t(`history-kinds-${kind}`)
  const undone = steps.length > 0 && steps.every((it) => it.undone)
  const left = steps.filter((it) => !it.undone)

  async function undo() {
    // Newest first: each stands on what was there before it.
    for (const step of left) {
      const change = changes.find((it) => step.changes.includes(it.number))
      if (change && !(await call('undo', { change: change.number }))) return
    }
  }
  return (
    <li className={styles.deed} data-undone={undone}>
      <button
        type="button"
        className={styles.look}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Arrow size={14} aria-hidden className={styles.arrow} />
        <span className={styles.words}>
          <span className={styles.who}>
            {AUTHOR_ICONS[author.kind]}
            <span className={styles.why}>
              {what.slice(0, NAMED).join(t('history-comma'))}
              {total > NAMED && ` ${t('history-and-more', { count: total - NAMED })}`}
            </span>
            <time dateTime={time} title={exactTime(time, language)}>
              {relativeTime(time, Date.now(), language)}
            </time>
          </span>
          <span className={styles.what}>
            {!isOwn && <strong title={author.name}>{who} · </strong>}
            {written ? <Written {...written} /> : words}
          </span>
          <span className={styles.marks}>
            {turn !== undefined && changes.length > 1 && (
              <Badge>{t('history-turn', { count: changes.length })}</Badge>
            )}
            {newest.draft !== undefined && kind === 'edit' && <Badge>{t('history-draft')}</Badge>}
            {undone && <Badge>{t('history-undone')}</Badge>}
          </span>
        </span>
      </button>
      {left.length > 0 && (
        <Button
          variant="plain"
          className={styles.undo}
          icon={<Undo2 size={14} aria-hidden />}
          disabled={running}
          aria-label={t('history-undo-this', { what: words })}
          onClick={() => void undo()}
        >
          {t('history-undo')}
        </Button>
      )}
      <ErrorMessage report={fault} />
      {open && (
        <ul className={styles.touched}>
          {touchedIn(entry, versions).map((it) => (
            <ChangedPartRow
              key={`${it.after} ${it.node?.id ?? it.what} ${it.capability}`}
              touched={{ ...it, what: whatOf(it.what) }}
            />
          ))}
          {unlisted > 0 && <li>{t('history-and-more', { count: unlisted })}</li>}
          <li className={styles.number}>
            {t('history-number', {
              numbers: changes.map((it) => it.number).join(t('history-comma')),
            })}
          </li>
        </ul>
      )}
    </li>
  )
}

/** Of a writing session its first and last version; of anything else each thing it touched. */
function touchedIn(
  { changes }: HistoryEntry,
  session: { from: number | undefined; to: number } | undefined,
): ChangedPart[] {
  const touched = changes.flatMap((it) => it.touched)
  const [newest] = touched
  if (!session || !newest) return withoutTrivialParts(touched)
  return [{ ...newest, before: session.from ?? null, after: session.to }]
}

/** “+38 words · ‘No one answers it.’” */
function Written({ more, first }: WrittenWords) {
  const { t } = useTranslation()
  const sign = more > 0 ? '+' : more < 0 ? '−' : '±'
  return (
    <>
      {t('history-words', { sign, count: Math.abs(more) })}
      {first && t('history-first-words', { words: first })}
    </>
  )
}
