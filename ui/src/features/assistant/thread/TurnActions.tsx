/** The cost of a finished turn, and actions on it: undo, continue, retry. */

import { Locate, Play, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Mirror, useRevision, useSession } from '../../../document'
import { Button } from '../../../kit'
import { showOnMap } from '../../../state'
import { useTranslation } from '../../../text'
import { ContextButton } from '../context/ContextButton'
import { callOutsideTurn, retryTurn, sendMessage, useConversation } from '../state/conversation'
import { runningTurn, type Turn } from '../state/reduce'
import { undoStatusOfTurn, useUndoSteps } from '../state/undoSteps'
import styles from './Turn.module.css'
import { TurnCostLine } from './TurnCostLine'

/** The cards that a turn made and that are still there. */
function cardsMadeIn({ entries }: Turn, { nodes }: Mirror): string[] {
  const made = entries.flatMap((it) =>
    it.kind === 'call' && it.answer?.status === 'success' ? (it.answer.wrote ?? []) : [],
  )
  const ids = made.flatMap(({ node, capability, version }) =>
    node !== null && capability === 'node' && version?.number === 1 ? [node] : [],
  )
  return [...new Set(ids)].filter((it) => nodes.has(it))
}

export function TurnActions({ turn }: { turn: Turn }) {
  const { t } = useTranslation()
  const session = useSession()
  const last = useConversation(
    (it) => it.items.findLast((item) => item.kind === 'turn')?.id === turn.id,
  )
  const free = useConversation((it) => !it.pending && runningTurn(it.items) === undefined)
  const undoStatus = useUndoSteps((it) => undoStatusOfTurn(it, turn.id))
  const [asked, setAsked] = useState(false)
  const goOn = last && free && turn.canGoOn === true
  const again = last && free && turn.instruction !== '' && turn.state === 'failed'

  useRevision()
  const made = turn.state === 'running' ? [] : cardsMadeIn(turn, session.mirror)

  function undo() {
    setAsked(true)
    void callOutsideTurn(session, 'undo', { turn: turn.id }).finally(() => setAsked(false))
  }
  return (
    <div className={styles.foot}>
      {goOn && (
        <Button
          icon={<Play size={13} />}
          onClick={() =>
            void sendMessage(session, t('assistant-go-on-words'), turn.node ?? undefined)
          }
        >
          {t('assistant-go-on')}
        </Button>
      )}
      {again && (
        <Button icon={<RotateCcw size={13} />} onClick={() => void retryTurn(session, turn)}>
          {t('assistant-again')}
        </Button>
      )}
      {undoStatus === 'done' && (
        <Button
          variant="plain"
          className={styles.undo ?? ''}
          icon={<Undo2 size={14} />}
          disabled={asked}
          onClick={undo}
        >
          {t('assistant-undo')}
        </Button>
      )}
      {made.length > 0 && (
        <Button variant="plain" icon={<Locate size={14} />} onClick={() => showOnMap(made)}>
          {t('assistant-show-made')}
        </Button>
      )}
      {undoStatus === 'undone' && <span className={styles.quiet}>{t('assistant-undone')}</span>}
      <span className={styles.cost}>
        <TurnCostLine turn={turn} />
        <ContextButton turn={turn} />
      </span>
    </div>
  )
}
