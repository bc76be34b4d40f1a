/** A text with a copy button. */

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Field, IconButton, TextInput } from '../../kit'
import { reportError } from '../../state'
import { useTranslation } from '../../text'
import styles from './agents.module.css'

export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState('')
  const isCopied = copied === value
  const copy = () => navigator.clipboard.writeText(value).then(() => setCopied(value), reportError)
  return (
    <Field label={label}>
      {(ids) => (
        <div className={styles.copy}>
          <TextInput {...ids} readOnly value={value} onFocus={(event) => event.target.select()} />
          <IconButton
            label={isCopied ? t('agents-copied') : t('agents-copy', { what: label })}
            icon={isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
            onClick={() => void copy()}
          />
        </div>
      )}
    </Field>
  )
}
