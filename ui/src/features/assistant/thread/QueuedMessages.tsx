/** Messages written during a turn: they are sent when the turn is done, and can be withdrawn. */

import { Clock, X } from 'lucide-react'
import { IconButton } from '../../../kit'
import { useTranslation } from '../../../text'
import { splitAbout } from '../composer/about'
import { useConversation, withdrawQueued } from '../state/conversation'
import styles from './Turn.module.css'

export function QueuedMessages() {
  const { t } = useTranslation()
  const queued = useConversation((it) => it.queued)
  if (queued.length === 0) return null
  return (
    <ul className={styles.queue} aria-label={t('assistant-queued')}>
      {queued.map((it) => (
        <li key={it.id} className={styles.queued}>
          <p className={styles.said}>{splitAbout(it.text).words}</p>
          <span className={styles.quiet}>
            <Clock size={13} aria-hidden />
            <span>{t('assistant-queued-note')}</span>
            <IconButton
              label={t('assistant-queued-back')}
              icon={<X size={13} />}
              onClick={() => withdrawQueued(it.id)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
