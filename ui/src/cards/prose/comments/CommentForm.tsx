/** What is said about a passage, while it is written. */

import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Button, isImeKey, TextArea } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from './comments.module.css'

interface CommentFormProps {
  quote: string
  busy: boolean
  onAdd: (says: string) => void
  onLeave: () => void
}

export function CommentForm({ quote, busy, onAdd, onLeave }: CommentFormProps) {
  const { t } = useTranslation()
  const [says, setSays] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (says.trim() !== '' && !busy) onAdd(says.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isImeKey(event.nativeEvent)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <q className={styles.quote}>{quote}</q>
      <TextArea
        autoFocus
        rows={2}
        aria-label={t('cards-comments-says')}
        placeholder={t('cards-comments-says')}
        value={says}
        onChange={(event) => setSays(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={busy || says.trim() === ''}>
          {t('cards-comments-add')}
        </Button>
        <Button variant="plain" onClick={onLeave}>
          {t('cards-comments-cancel')}
        </Button>
      </div>
    </form>
  )
}
