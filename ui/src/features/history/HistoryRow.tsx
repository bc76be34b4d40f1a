/** One step: who did it, when, why, what it touched; taken back from here, and looked into. */

import { ChevronDown, ChevronRight, PenLine, Sparkles, Terminal, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../cards'
import { Badge, Button, exactTime, relativeTime } from '../../kit'
import { useTranslation } from '../../text'
import { presentTool } from '../../text/formerTools'
import { ChangedPartRow } from './ChangedPartRow'
import type { Change, HistoryEntry } from './changes'
import styles from './history.module.css'

const AUTHOR_ICONS: Record<Change['author']['kind'], ReactNode> = {
  person: <PenLine size={14} aria-hidden />,
  assistant: <Sparkles size={14} aria-hidden />,
  program: <Terminal size={14} aria-hidden />,
}

/** How many names stand in the line itself. */
const NAMED = 3

export function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const { t, language } = useTranslation()
  const { t: said } = useTranslation()
  const [open, setOpen] = useState(false)
  const { call, running, fault } = useToolCall()
  const { changes, step } = entry
  const [newest] = changes
  if (!newest) return null
  const { author, kind, time, turn, number } = newest
  const reasons = [...new Set(changes.map((it) => it.reason))].map((it) =>
    said.or(`versions-reasons-${presentTool(it)}`, it),
  )
  // An assistant's name is that of its model, which says less than what it is.
  const isNamed = author.kind !== 'assistant' && author.name && author.name !== author.kind
  const who = isNamed ? author.name : said(`versions-who-${author.kind}`)
  const what = [...new Set(changes.flatMap((it) => it.touched.map((place) => place.what)))]
  const Arrow = open ? ChevronDown : ChevronRight
  const words = kind === 'edit' ? reasons.join(t('history-comma')) : t(`history-kinds-${kind}`)
  return (
    <li className={styles.deed} data-undone={step?.undone === true}>
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
            <span title={author.name}>{who}</span>
            <time dateTime={time} title={exactTime(time, language)}>
              {relativeTime(time, Date.now(), language)}
            </time>
          </span>
          <span className={styles.why}>{words}</span>
          <span className={styles.what}>
            {what.slice(0, NAMED).join(t('history-comma'))}
            {what.length > NAMED && ` ${t('history-and-more', { count: what.length - NAMED })}`}
          </span>
          <span className={styles.marks}>
            {turn !== undefined && changes.length > 1 && (
              <Badge>{t('history-turn', { count: changes.length })}</Badge>
            )}
            {newest.draft !== undefined && kind === 'edit' && <Badge>{t('history-draft')}</Badge>}
            {step?.undone && <Badge>{t('history-undone')}</Badge>}
          </span>
        </span>
      </button>
      {step && !step.undone && (
        <Button
          variant="plain"
          className={styles.undo}
          icon={<Undo2 size={14} aria-hidden />}
          disabled={running}
          aria-label={t('history-undo-this', { what: words })}
          onClick={() => void call('undo', { change: number })}
        >
          {t('history-undo')}
        </Button>
      )}
      <ErrorMessage report={fault} />
      {open && (
        <ul className={styles.touched}>
          {changes.flatMap((change) =>
            change.touched.map((it) => (
              <ChangedPartRow
                key={`${change.number} ${it.node?.id ?? it.what} ${it.capability}`}
                touched={it}
              />
            )),
          )}
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
