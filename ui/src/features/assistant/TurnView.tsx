/** One turn: the person's words, what the assistant said and did about them, and how it ended. */

import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Attached } from './Attached'
import { CallCard } from './CallCard'
import { ContextButton } from './context/ContextButton'
import { DraftCard } from './DraftCard'
import type { Entry, Turn } from './reduce'
import { isCommand } from './slash'
import styles from './Turn.module.css'
import { TurnFoot } from './TurnFoot'
import { Words } from './Words'

export function TurnView({ turn }: { turn: Turn }) {
  const { t } = useTranslation('assistant')
  const running = turn.state === 'running'
  const said = `${styles.said} ${isCommand(turn.instruction) ? styles.slash : ''}`
  const busy = turn.entries.some((it) => it.kind === 'call' && !it.answer)
  return (
    <article className={styles.turn} aria-label={turn.instruction || t('turn')} aria-busy={running}>
      {turn.instruction && <p className={said}>{turn.instruction}</p>}
      <Attached pictures={turn.pictures ?? []} />
      {turn.entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries keep their places
        <Shown key={index} entry={entry} turn={turn} />
      ))}
      {running && (
        <div className={styles.foot}>
          {!busy && <p className={styles.working}>{t('working')}</p>}
          {turn.shown && (
            <span className={styles.cost}>
              <ContextButton turn={turn} />
            </span>
          )}
        </div>
      )}
      {turn.closing && (
        <div className={styles.closing}>
          <strong>{t(`ending.${turn.state}`)}</strong>
          <Words text={turn.closing} />
        </div>
      )}
      {turn.draft && <DraftCard draft={turn.draft} />}
      {!running && <TurnFoot turn={turn} />}
    </article>
  )
}

function Shown({ entry, turn }: { entry: Entry; turn: Turn }) {
  const { t } = useTranslation('assistant')
  switch (entry.kind) {
    case 'words':
      return <Words text={entry.text} />
    case 'thinking':
      return (
        <details className={styles.thinking}>
          <summary>{t('thinking')}</summary>
          <Words text={entry.text} />
        </details>
      )
    case 'retry':
      return (
        <p className={styles.quiet}>
          <RotateCcw size={13} />
          <span>{t('retry', { attempt: entry.attempt, reason: entry.reason })}</span>
        </p>
      )
    case 'call':
      return <CallCard call={entry} turn={turn} />
  }
}
