/** What a turn that is over cost, and what can be done about it: undo, go on, try again. */

import { Play, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../document'
import { Button } from '../../kit'
import { ContextButton } from './context/ContextButton'
import { runningTurn, type Turn } from './reduce'
import { Spent } from './Spent'
import { standingOfTurn, useSteps } from './steps'
import styles from './Turn.module.css'
import { outside, say, sayAgain, useTalk } from './talk'

export function TurnFoot({ turn }: { turn: Turn }) {
  const { t } = useTranslation('assistant')
  const session = useSession()
  const last = useTalk((it) => it.items.findLast((item) => item.kind === 'turn')?.id === turn.id)
  const free = useTalk((it) => !it.pending && runningTurn(it.items) === undefined)
  const standing = useSteps((it) => standingOfTurn(it, turn.id))
  const [asked, setAsked] = useState(false)
  const goOn = last && free && turn.canGoOn === true
  const again = last && free && turn.instruction !== '' && turn.state === 'failed'

  function undo() {
    setAsked(true)
    void outside(session, 'undo', { turn: turn.id }).finally(() => setAsked(false))
  }
  return (
    <div className={styles.foot}>
      {goOn && (
        <Button
          icon={<Play size={13} />}
          onClick={() => void say(session, t('goOnWords'), turn.node ?? undefined)}
        >
          {t('goOn')}
        </Button>
      )}
      {again && (
        <Button icon={<RotateCcw size={13} />} onClick={() => void sayAgain(session, turn)}>
          {t('again')}
        </Button>
      )}
      {standing === 'done' && (
        <Button
          look="plain"
          className={styles.undo ?? ''}
          icon={<Undo2 size={14} />}
          disabled={asked}
          onClick={undo}
        >
          {t('undo')}
        </Button>
      )}
      {standing === 'undone' && <span className={styles.quiet}>{t('undone')}</span>}
      <span className={styles.cost}>
        <Spent turn={turn} />
        <ContextButton turn={turn} />
      </span>
    </div>
  )
}
