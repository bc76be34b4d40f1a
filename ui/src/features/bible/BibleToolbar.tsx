/** The toolbar of the table: which rows and columns are shown, and adding a column. */

import { Check, Columns3, Funnel } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton, Menu, TextInput } from '../../kit'
import { useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'
import { KindFilter } from './KindFilter'
import { type ShownTable, SpreadsheetMenu } from './SpreadsheetMenu'

interface BibleToolbarProps {
  switcher: ReactNode
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
  /** The columns that can be taken outside the view. */
  columns: readonly { id: string; label: string; shown: boolean }[]
  onShow: (column: string, shown: boolean) => void
  /** What is shown, for spreadsheets. */
  table: ShownTable
  /** Asks for rows of a spreadsheet. */
  onPaste: () => void
}

export function BibleToolbar(props: BibleToolbarProps) {
  const { kinds, kind, onKind, words, onWords, count, filtered, onFiltered } = props
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      {props.switcher}
      <KindFilter kinds={kinds} kind={kind} onKind={onKind} words={words} onWords={onWords} />
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
      {kind !== undefined && (
        <Button onClick={() => useWorkspace.getState().defineKind(kind)}>
          {t('bible-fields')}
        </Button>
      )}
      <SpreadsheetMenu table={props.table} onPaste={props.onPaste} />
      <span className={styles.count}>{t('bible-rows', { count })}</span>
      <AddColumn onAdd={props.onColumn} />
    </header>
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
