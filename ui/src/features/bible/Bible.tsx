/** Characters, places and the writer's own kinds as a table of their attributes. */

import { useMemo, useRef, useState } from 'react'
import { DraftBanner, ErrorMessage, isAlias, useToolCall } from '../../cards'
import { useSelection } from '../../document'
import { Empty } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'
import { BibleToolbar } from './BibleToolbar'
import { BulkEdit } from './BulkEdit'
import { PasteDialog } from './paste/PasteDialog'
import { usePastedTable } from './paste/usePastedTable'
import { columnsOf, type Filters, filterAndSort, type Sorting } from './rows'
import { Table } from './Table'
import { useBibleRows } from './useBibleRows'
import { useFrozenRows } from './useFrozenRows'

export function Bible() {
  const { t } = useTranslation()
  const rows = useBibleRows()
  const [kind, setKind] = useState<string>()
  const [words, setWords] = useState('')
  const [filters, setFilters] = useState<Filters>()
  const [added, setAdded] = useState<readonly string[]>([])
  const [sorting, setSorting] = useState<Sorting>({ column: { of: 'title' }, down: false })
  const view = useRef<HTMLElement>(null)
  const [pasted, setPasted] = usePastedTable(view)
  const selected = useSelection((it) => it.nodes)
  const { call, fault, running } = useToolCall()
  const fitting = useMemo(
    () => filterAndSort(rows ?? [], { kind, words, sorting, filters: filters ?? {} }),
    [rows, kind, words, sorting, filters],
  )
  const ofKind = (rows ?? []).filter((it) => kind === undefined || it.kind === kind)
  const used = columnsOf(ofKind, added)
  // What somebody else is called is always asked for: mentions are found by it.
  const named = used.some(isAlias) ? used : [...used, t('bible-aliases')]
  const still = useFrozenRows(view, { rows: fitting, keys: named }, rows ?? [])
  const { rows: shown, keys } = still
  const kinds = [...new Set((rows ?? []).map((it) => it.kind))]
  const chosen = shown.filter((it) => selected.has(it.id)).map((it) => it.id)

  return (
    <section ref={view} className={styles.view} aria-label={t('bible-title')} onBlur={still.onBlur}>
      <BibleToolbar
        kinds={kinds}
        kind={kind}
        onKind={setKind}
        words={words}
        onWords={setWords}
        count={shown.length}
        filtered={filters !== undefined}
        onFiltered={(on) => setFilters(on ? {} : undefined)}
        onColumn={(key) => setAdded([...added, key])}
        busy={running}
        table={{ rows: shown, keys }}
        onPaste={() => setPasted('')}
        onRow={async (title, of) => (await call('create_node', { title, kind: of })) !== undefined}
      />
      <DraftBanner />
      <ErrorMessage report={fault} />
      {chosen.length > 1 && <BulkEdit chosen={chosen} keys={keys} busy={running} call={call} />}
      {rows && rows.length === 0 ? (
        <Empty title={t('bible-none')}>{t('bible-none-hint')}</Empty>
      ) : (
        <Table
          rows={shown}
          keys={keys}
          sorting={sorting}
          onSort={setSorting}
          filters={filters}
          onFilter={(id, wanted) => setFilters({ ...filters, [id]: wanted })}
          onForget={(key) => setAdded(added.filter((it) => it !== key))}
          call={call}
        />
      )}
      {pasted !== undefined && (
        <PasteDialog
          text={pasted}
          rows={rows ?? []}
          keys={keys}
          onClose={() => setPasted(undefined)}
        />
      )}
    </section>
  )
}
