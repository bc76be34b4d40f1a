/** What is said about a passage, while it is written. */

import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Button, isImeKey, TextArea } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from './comments.module.css'

interface CommentFormProps {
  /** The passage, where it is not shown already. */
  quote?: string
  /** What is written, and what stores it; a comment if nothing is said. */
  label?: string
  action?: string
  /** The words to begin with. */
  initial?: string
  busy: boolean
  onAdd: (says: string) => void
  onLeave: () => void
}

export function CommentForm(props: CommentFormProps) {
  const { quote, initial = '', busy, onAdd, onLeave } = props
  const { t } = useTranslation()
  const { label = t('cards-comments-says'), action = t('cards-comments-add') } = props
  const [says, setSays] = useState(initial)
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
      {quote !== undefined && <q className={styles.quote}>{quote}</q>}
      <TextArea
        autoFocus
        rows={2}
        aria-label={label}
        placeholder={label}
        value={says}
        onChange={(event) => setSays(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={busy || says.trim() === ''}>
          {action}
        </Button>
        <Button variant="plain" onClick={onLeave}>
          {t('cards-comments-cancel')}
        </Button>
      </div>
    </form>
  )
}
