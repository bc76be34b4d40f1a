/** A valid credential: its permissions, which can be changed here, and its expiry. */

import { RotateCcw, X } from 'lucide-react'
import { Button, exactTime, relativeTime, Select } from '../../kit'
import { useTranslation } from '../../text'
import { type Credential, LEVELS, type Level, LIFETIMES } from './agents'
import styles from './agents.module.css'

interface CredentialRowProps {
  credential: Credential
  disabled: boolean
  onChange: (level: Level) => void
  onSpend: (spend: boolean) => void
  /** It shall end so many minutes from now. */
  onMinutes: (minutes: number) => void
  onEnd: () => void
  onUndo: () => void
}

export function CredentialRow(props: CredentialRowProps) {
  const { credential, disabled, onChange, onSpend, onMinutes, onEnd, onUndo } = props
  const { t, language } = useTranslation()
  const { name } = credential
  const choices = LEVELS.map((value) => ({ value, label: t(`agents-level-${value}`) }))
  const until = relativeTime(credential.until, Date.now(), language)
  const ends = [
    { value: '', label: t('agents-until', { when: until }) },
    ...LIFETIMES.map((it) => ({
      value: String(it),
      label: t('agents-until-from-now', { lifetime: t(`agents-lifetime-${it}`) }),
    })),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.level}>
          <Select
            aria-label={t('agents-level-of', { name })}
            choices={choices}
            value={credential.level}
            disabled={disabled}
            onChoose={(value) => onChange(value as Level)}
          />
        </span>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={credential.spend}
            disabled={disabled}
            onChange={(event) => onSpend(event.target.checked)}
          />
          {t('agents-spend')}
        </label>
      </div>
      <div className={styles.who} title={exactTime(credential.until, language)}>
        <span>
          <Select
            aria-label={t('agents-until-of', { name })}
            choices={ends}
            value=""
            disabled={disabled}
            onChoose={(minutes) => onMinutes(Number(minutes))}
          />
        </span>
      </div>
      {credential.methods && (
        <p className={styles.activity}>
          {t('agents-only', { methods: credential.methods.join(', ') })}
        </p>
      )}
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
          icon={<X size={14} aria-hidden />}
          disabled={disabled}
          aria-label={t('agents-end-of', { name })}
          onClick={onEnd}
        >
          {t('agents-end')}
        </Button>
      </div>
    </li>
  )
}
