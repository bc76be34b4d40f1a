/** Saves a snapshot of the whole story under a name. */

import { Bookmark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, TextInput } from '../kit'
import { useTranslation } from '../text'
import styles from './CreateSnapshot.module.css'
import { ErrorMessage } from './ErrorMessage'
import { useToolCall } from './useToolCall'

interface CreateSnapshotProps {
  /** A snapshot changes nothing in the story, so nothing else tells of it. */
  onCreated?: () => void
  /** The names of all snapshots, where they are known: one that was renamed or deleted meanwhile is
      no longer said to be saved. */
  names?: readonly string[] | undefined
}

export function CreateSnapshot({ onCreated, names }: CreateSnapshotProps) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const [name, setName] = useState('')
  const [kept, setKept] = useState<string>()
  const isThere = kept !== undefined && (names?.includes(kept) ?? true)
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    setKept(undefined)
    if (!(await call('create_snapshot', { name: wanted }))) return
    setName('')
    setKept(wanted)
    onCreated?.()
  }
  return (
    <form className={styles.keep} onSubmit={(event) => void keep(event)}>
      <TextInput
        value={name}
        aria-label={t('history-state-name')}
        placeholder={t('history-state-hint')}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        type="submit"
        icon={<Bookmark size={14} aria-hidden />}
        disabled={running || !name.trim()}
      >
        {t('history-keep')}
      </Button>
      <span role="status" className={styles.kept}>
        {isThere && t('history-named', { name: kept })}
      </span>
      <ErrorMessage report={fault} />
    </form>
  )
}
