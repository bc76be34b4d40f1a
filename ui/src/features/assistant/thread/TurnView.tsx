/** One turn: the person's message, what the assistant wrote and did, and how it ended. */

import { RotateCcw } from 'lucide-react'
import { Markdown } from '../../../cards'
import { useTranslation } from '../../../text'
import { CallCard } from '../calls/CallCard'
import { CallGroup, groupCalls } from '../calls/CallGroup'
import { Attachments } from '../composer/Attachments'
import { splitAbout } from '../composer/about'
import { isCommand } from '../composer/slash'
import { ContextButton } from '../context/ContextButton'
import { DraftCard } from '../drafts/DraftCard'
import type { Entry, Turn } from '../state/reduce'
import { OutsideLink } from './OutsideLink'
import styles from './Turn.module.css'
import { TurnActions } from './TurnActions'

export function TurnView({ turn }: { turn: Turn }) {
  const { t } = useTranslation()
  const running = turn.state === 'running'
  const { words, titles } = splitAbout(turn.instruction)
  const said = `${styles.said} ${isCommand(turn.instruction) ? styles.slash : ''}`
  const busy = turn.entries.some((it) => it.kind === 'call' && !it.answer)
  return (
    <article className={styles.turn} aria-label={words || t('assistant-turn')} aria-busy={running}>
      {words && <p className={said}>{words}</p>}
      {titles.length > 0 && (
        <p className={styles.about}>
          {t('assistant-about', { title: titles.join(t('history-comma')) })}
        </p>
      )}
      <Attachments pictures={turn.pictures ?? []} />
      {groupCalls(turn.entries).map((it, index) =>
        it.calls ? (
          <CallGroup key={it.calls[0]?.id} calls={it.calls} turn={turn} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries keep their places
          <Shown key={index} entry={it.entry} turn={turn} />
        ),
      )}
      {running && (
        <div className={styles.foot}>
          {!busy && <p className={styles.working}>{t('assistant-working')}</p>}
          {turn.shown && (
            <span className={styles.cost}>
              <ContextButton turn={turn} />
            </span>
          )}
        </div>
      )}
      {turn.closing && (
        <div className={styles.closing}>
          <strong>{t.or(`assistant-ending-${turn.state}`, turn.state)}</strong>
          <Markdown text={turn.closing} outsideLink={OutsideLink} />
        </div>
      )}
      {turn.draft && <DraftCard draft={turn.draft} />}
      {!running && <TurnActions turn={turn} />}
    </article>
  )
}

function Shown({ entry, turn }: { entry: Entry; turn: Turn }) {
  const { t } = useTranslation()
  switch (entry.kind) {
    case 'words':
      return <Markdown text={entry.text} outsideLink={OutsideLink} />
    case 'thinking':
      return (
        <details className={styles.thinking}>
          <summary>{t('assistant-thinking')}</summary>
          <Markdown text={entry.text} outsideLink={OutsideLink} />
        </details>
      )
    case 'retry':
      return (
        <p className={styles.quiet}>
          <RotateCcw size={13} />
          <span>{t('assistant-retry', { attempt: entry.attempt, reason: entry.reason })}</span>
        </p>
      )
    case 'call':
      return <CallCard call={entry} turn={turn} />
  }
}
