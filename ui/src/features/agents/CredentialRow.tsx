/** A credential that is valid: what it allows, narrowed or widened here, and its end. */

import { RotateCcw, X } from 'lucide-react'
import { Button, exactTime, relativeTime, Select } from '../../kit'
import { useTranslation } from '../../text'
import { type Credential, LEVELS, type Level } from './agents'
import styles from './agents.module.css'

interface CredentialRowProps {
  credential: Credential
  disabled: boolean
  onChange: (level: Level) => void
  onSpend: (spend: boolean) => void
  onEnd: () => void
  onUndo: () => void
}

export function CredentialRow(props: CredentialRowProps) {
  const { credential, disabled, onChange, onSpend, onEnd, onUndo } = props
  const { t, language } = useTranslation()
  const name = credential.client
  const choices = LEVELS.map((value) => ({ value, label: t(`agents-level-${value}`) }))
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
      <p className={styles.activity} title={exactTime(credential.until, language)}>
        {t('agents-until', { when: relativeTime(credential.until, Date.now(), language) })}
        {credential.methods && ` · ${t('agents-only', { methods: credential.methods.join(', ') })}`}
      </p>
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
