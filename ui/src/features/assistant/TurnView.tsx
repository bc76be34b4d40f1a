/** One turn: the person's words, what the assistant said and did about them, and how it ended. */

import { RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../document'
import { Button } from '../../kit'
import { CallCard } from './CallCard'
import { DraftCard } from './DraftCard'
import type { Entry, Turn } from './reduce'
import styles from './Turn.module.css'
import { undoTurn } from './talk'
import { Words } from './Words'

export function TurnView({ turn }: { turn: Turn }) {
  const { t } = useTranslation('assistant')
  const [adopted, setAdopted] = useState(false)
  const running = turn.state === 'running'
  const busy = turn.entries.some((it) => it.kind === 'call' && !it.answer)
  return (
    <article className={styles.turn} aria-label={turn.instruction || t('turn')} aria-busy={running}>
      {turn.instruction && <p className={styles.said}>{turn.instruction}</p>}
      {turn.entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries keep their places
        <Shown key={index} entry={entry} turn={turn} />
      ))}
      {running && !busy && <p className={styles.working}>{t('working')}</p>}
      {turn.closing && (
        <div className={styles.closing}>
          <strong>{t(`ending.${turn.state}`)}</strong>
          <Words text={turn.closing} />
        </div>
      )}
      {turn.draft && <DraftCard draft={turn.draft} onAdopted={() => setAdopted(true)} />}
      {!running && (adopted || !turn.draft) && <Foot turn={turn} />}
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

/** What can be done about a turn that is over: taking back what it wrote into the story. */
function Foot({ turn }: { turn: Turn }) {
  const { t } = useTranslation('assistant')
  const session = useSession()
  const [asked, setAsked] = useState(false)
  const wrote = turn.entries.some((it) => it.kind === 'call' && (it.answer?.wrote?.length ?? 0) > 0)
  if (!wrote) return null
  if (turn.undone) return <p className={styles.quiet}>{t('undone')}</p>
  return (
    <Button
      look="plain"
      className={styles.undo ?? ''}
      icon={<Undo2 size={14} />}
      disabled={asked}
      onClick={() => {
        setAsked(true)
        void undoTurn(session, turn.id).finally(() => setAsked(false))
      }}
    >
      {t('undo')}
    </Button>
  )
}
