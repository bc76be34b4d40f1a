/** One conversation in the list of all. */

import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, exactTime, IconButton, NameField, relativeTime } from '../../../kit'
import { useTranslation } from '../../../text'
import type { ThreadSummary } from '../state/conversation'
import styles from './threads.module.css'

interface ThreadRowProps {
  thread: ThreadSummary
  /** Whether it is the one that is shown. */
  isCurrent: boolean
  disabled: boolean
  onOpen: () => void
  onRename: (title: string) => void
  onDelete: () => void
}

export function ThreadRow(props: ThreadRowProps) {
  const { thread, isCurrent, disabled, onOpen, onRename, onDelete } = props
  const { t, language } = useTranslation()
  const [renaming, setRenaming] = useState(false)
  const [asking, setAsking] = useState(false)
  const { title, time } = thread
  const finish = (written?: string) => {
    setRenaming(false)
    const wanted = written?.trim()
    if (wanted && wanted !== title) onRename(wanted)
  }
  return (
    <li className={styles.row}>
      {renaming ? (
        // Escape leaves the field, not the dialog.
        <div className={styles.title} data-escape>
          <NameField
            name={title}
            label={t('assistant-threads-new-title', { title })}
            done={finish}
          />
        </div>
      ) : (
        <button
          type="button"
          className={styles.title}
          aria-current={isCurrent || undefined}
          onClick={onOpen}
        >
          {title}
        </button>
      )}
      <time className={styles.time} dateTime={time} title={exactTime(time, language)}>
        {relativeTime(time, Date.now(), language)}
      </time>
      <IconButton
        label={t('assistant-threads-rename', { title })}
        icon={<Pencil size={15} />}
        disabled={disabled}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        label={t('assistant-threads-delete', { title })}
        icon={<Trash2 size={15} />}
        disabled={disabled}
        aria-expanded={asking}
        onClick={() => setAsking(!asking)}
      />
      {asking && (
        <fieldset
          className={styles.question}
          aria-label={t('assistant-threads-delete-title', { title })}
        >
          <p>{t('assistant-threads-delete-note')}</p>
          <Button onClick={() => setAsking(false)}>{t('assistant-threads-cancel')}</Button>
          <Button variant="danger" disabled={disabled} onClick={onDelete}>
            {t('assistant-threads-delete-yes')}
          </Button>
        </fieldset>
      )}
    </li>
  )
}
