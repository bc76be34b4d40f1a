/** Above the table: which rows are shown, and what can be added to it. */

import { Check, Columns3, Funnel, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useKindName } from '../../actions'
import { useSession } from '../../document'
import { Button, IconButton, Menu, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'
import { type ShownTable, SpreadsheetMenu } from './SpreadsheetMenu'

interface BibleToolbarProps {
  /** The kinds of which there are rows. */
  kinds: readonly string[]
  kind: string | undefined
  onKind: (kind: string | undefined) => void
  words: string
  onWords: (words: string) => void
  count: number
  /** Whether each column has a filter of its own. */
  filtered: boolean
  onFiltered: (on: boolean) => void
  onColumn: (key: string) => void
  /** The columns that can be taken out of sight. */
  columns: readonly { id: string; label: string; shown: boolean }[]
  onShow: (column: string, shown: boolean) => void
  busy: boolean
  /** What is shown, for spreadsheets. */
  table: ShownTable
  /** Asks for rows of a spreadsheet. */
  onPaste: () => void
  /** Makes a node; false where that was refused. */
  onRow: (title: string, kind: string) => Promise<boolean>
}

export function BibleToolbar(props: BibleToolbarProps) {
  const { kinds, kind, onKind, words, onWords, count, filtered, onFiltered } = props
  const { t } = useTranslation()
  const kindName = useKindName()
  return (
    <header className={styles.head}>
      <select
        className={styles.kinds}
        aria-label={t('bible-kind')}
        value={kind ?? ''}
        onChange={(event) => onKind(event.target.value || undefined)}
      >
        <option value="">{t('bible-all')}</option>
        {kinds.map((it) => (
          <option key={it} value={it}>
            {kindName(it)}
          </option>
        ))}
      </select>
      <TextInput
        type="search"
        className={styles.filter ?? ''}
        value={words}
        aria-label={t('bible-filter')}
        placeholder={t('bible-filter')}
        onChange={(event) => onWords(event.target.value)}
      />
      <IconButton
        label={t('bible-filter-columns')}
        icon={<Funnel size={15} />}
        pressed={filtered}
        onClick={() => onFiltered(!filtered)}
      />
      <Menu
        lines={props.columns.map(({ id, label, shown }) => ({
          id,
          label,
          icon: <Check size={14} visibility={shown ? 'visible' : 'hidden'} aria-hidden />,
          perform: () => props.onShow(id, !shown),
        }))}
      >
        <IconButton label={t('bible-columns-choose')} icon={<Columns3 size={15} />} />
      </Menu>
      <SpreadsheetMenu table={props.table} onPaste={props.onPaste} />
      <span className={styles.count}>{t('bible-rows', { count })}</span>
      <AddRow kind={kind} busy={props.busy} onRow={props.onRow} />
      <AddColumn onAdd={props.onColumn} />
    </header>
  )
}

interface AddRowProps {
  kind: string | undefined
  busy: boolean
  onRow: BibleToolbarProps['onRow']
}

/** One more row: of the kind that is shown, or of one that is chosen. */
function AddRow({ kind, busy, onRow }: AddRowProps) {
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
    <form className={styles.add} onSubmit={(event) => void add(event)}>
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

function AddColumn({ onAdd }: { onAdd: (key: string) => void }) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim()) onAdd(key.trim())
        setKey('')
      }}
    >
      <TextInput
        value={key}
        aria-label={t('bible-new-column')}
        placeholder={t('bible-new-column')}
        onChange={(event) => setKey(event.target.value)}
      />
      <Button type="submit" disabled={!key.trim()}>
        {t('bible-add')}
      </Button>
    </form>
  )
}
