/** Adds a row below the table, of the shown kind or a chosen one. */

import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useKindName } from '../../actions'
import { useSession } from '../../document'
import { Button, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'

interface AddRowProps {
  /** The kind that is shown, where it is only one. */
  kind: string | undefined
  busy: boolean
  /** Makes a node; false where that was refused. */
  onRow: (title: string, kind: string) => Promise<boolean>
}

export function AddRow({ kind, busy, onRow }: AddRowProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const kindName = useKindName()
  const [title, setTitle] = useState('')
  const [chosen, setChosen] = useState('character')
  const meant = kind ?? chosen
  const known = Object.keys(mirror.kinds).filter((it) => it !== 'group')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() && (await onRow(title.trim(), meant))) setTitle('')
  }
  return (
    <form className={styles.foot} onSubmit={(event) => void add(event)}>
      <TextInput
        value={title}
        aria-label={t('bible-new-row')}
        placeholder={t('bible-new-of', { kind: kindName(meant) })}
        onChange={(event) => setTitle(event.target.value)}
      />
      {kind === undefined && (
        <select
          className={styles.kinds}
          aria-label={t('bible-new-kind')}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {known.map((it) => (
            <option key={it} value={it}>
              {kindName(it)}
            </option>
          ))}
        </select>
      )}
      <Button type="submit" icon={<Plus size={14} aria-hidden />} disabled={busy || !title.trim()}>
        {t('bible-add-row')}
      </Button>
    </form>
  )
}
