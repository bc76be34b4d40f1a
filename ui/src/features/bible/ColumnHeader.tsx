/** Column headers: a click sorts, the menu renames or removes. */

import { ArrowDown, ArrowUp, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, Menu, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'
import { GridElement } from './GridElement'
import { type Column, isSame, type Sorting } from './rows'

interface ColumnHeaderProps {
  column: Column
  label: string
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  /** What the column must hold, and where that is said; without it the column has no filter. */
  filter?: { wanted: string; onChange: (wanted: string) => void } | undefined
  /** What the column is for. */
  hint?: string | undefined
  onRename?: (name: string) => void
  onRemove?: () => void
}

export function ColumnHeader(props: ColumnHeaderProps) {
  const { column, label, sorting, onSort, filter, hint, onRename, onRemove } = props
  const { t } = useTranslation()
  const [renaming, setRenaming] = useState(false)
  const sorted = isSame(sorting.column, column)
  const Arrow = sorting.down ? ArrowDown : ArrowUp
  const rank = sorted ? (sorting.down ? 'descending' : 'ascending') : 'none'
  return (
    <GridElement is="columnheader" aria-sort={rank} className={styles.headCell}>
      <button
        type="button"
        className={styles.sort}
        title={hint}
        onClick={() => onSort({ column, down: sorted && !sorting.down })}
      >
        <span className={styles.headText}>{label}</span>
        {sorted && <Arrow size={13} aria-hidden />}
      </button>
      {onRename && onRemove && (
        <Menu
          lines={[
            {
              id: 'rename',
              label: t('bible-rename-key'),
              icon: <Pencil size={15} />,
              perform: () => setRenaming(true),
            },
            {
              id: 'remove',
              label: t('bible-remove-key'),
              icon: <Trash2 size={15} />,
              danger: true,
              perform: onRemove,
            },
          ]}
        >
          <button
            type="button"
            className={styles.more}
            aria-label={t('bible-column', { name: label })}
          >
            <MoreHorizontal size={14} />
          </button>
        </Menu>
      )}
      {filter && (
        <input
          type="search"
          className={styles.columnFilter}
          aria-label={t('bible-filter-of', { name: label })}
          placeholder={t('bible-filter-hint')}
          value={filter.wanted}
          onChange={(event) => filter.onChange(event.target.value)}
        />
      )}
      {onRename && (
        <Dialog
          open={renaming}
          onClose={() => setRenaming(false)}
          title={t('bible-rename-key')}
          note={t('bible-rename-note')}
          closeLabel={t('bible-cancel')}
        >
          <form
            className={styles.rename}
            onSubmit={(event) => {
              event.preventDefault()
              const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
              setRenaming(false)
              if (name && name !== label) onRename(name)
            }}
          >
            <TextInput name="name" aria-label={t('bible-new-name')} defaultValue={label} />
            <Button type="submit" variant="primary">
              {t('bible-rename')}
            </Button>
          </form>
        </Dialog>
      )}
    </GridElement>
  )
}
