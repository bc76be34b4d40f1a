/**
 * A connected participant: permissions, current and last action, and how to disconnect or undo it.
 */

import { Bot, RotateCcw, Unplug, User } from 'lucide-react'
import { Badge, Button, exactTime, relativeTime } from '../../kit'
import { useTranslation } from '../../text'
import type { Participant } from './agents'
import styles from './agents.module.css'

interface ParticipantRowProps {
  participant: Participant
  disabled: boolean
  onUndo: () => void
  onDrop: () => void
}

export function ParticipantRow({ participant, disabled, onUndo, onDrop }: ParticipantRowProps) {
  const { t } = useTranslation()
  const { name, kind, level, actions } = participant
  const Icon = kind === 'human' ? User : Bot
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <Icon
          size={15}
          role="img"
          aria-label={t(kind === 'human' ? 'agents-kind-human' : 'agents-kind-agent')}
        />
        <span className={styles.name}>{name}</span>
        <Badge>{t(level ? `agents-level-${level}` : 'agents-level-none')}</Badge>
        <span className={styles.quiet}>{t('agents-actions', { count: actions })}</span>
      </div>
      <Activity participant={participant} />
      <div className={styles.buttons}>
        <Button
          variant="plain"
          icon={<RotateCcw size={14} aria-hidden />}
          disabled={disabled}
          aria-label={t('agents-undo-of', { name })}
          onClick={onUndo}
        >
          {t('agents-undo')}
        </Button>
        <Button
          variant="plain"
          icon={<Unplug size={14} aria-hidden />}
          disabled={disabled}
          aria-label={t('agents-drop-of', { name })}
          onClick={onDrop}
        >
          {t('agents-drop')}
        </Button>
      </div>
    </li>
  )
}

function Activity({ participant: { running, last, since } }: { participant: Participant }) {
  const { t, language } = useTranslation()
  if (running) return <p className={styles.activity}>{t('agents-running', { action: running })}</p>
  const time = last?.time ?? since
  const ago = relativeTime(time, Date.now(), language)
  const text = last
    ? t(last.done ? 'agents-last' : 'agents-last-refused', { action: last.action, ago })
    : t('agents-since', { ago })
  return (
    <p className={styles.activity} title={exactTime(time, language)}>
      {text}
    </p>
  )
}
