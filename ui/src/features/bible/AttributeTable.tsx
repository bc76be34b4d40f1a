/** Characters, places and custom kinds as a table of their attributes; on request scenes. */

import { type ReactNode, useMemo, useRef, useState } from 'react'
import { DraftBanner, ErrorMessage, isAlias, useToolCall } from '../../cards'
import {
  fieldsOf,
  isStatusKey,
  isTagsKey,
  useRevision,
  useSelection,
  useSession,
} from '../../document'
import { Button, Empty } from '../../kit'
import { useTranslation } from '../../text'
import { AddRow } from './AddRow'
import styles from './Bible.module.css'
import { BibleToolbar } from './BibleToolbar'
import { BulkEdit } from './BulkEdit'
import { PasteDialog } from './paste/PasteDialog'
import { usePastedTable } from './paste/usePastedTable'
import {
  columnId,
  columnsOf,
  FACTS,
  type Filters,
  filterAndSort,
  isListed,
  type Sorting,
} from './rows'
import { Table } from './Table'
import { useBibleRows, useEditedTimes } from './useBibleRows'
import { useFrozenRows } from './useFrozenRows'

/** The columns that were taken outside the view, on this machine. */
const HIDDEN = 'storyteller-table-hidden'

function readHidden(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(HIDDEN) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((it) => typeof it === 'string') : [])
  } catch {
    // What cannot be read is as if it had never been kept.
    return new Set()
  }
}

/** From whose eyes a scene is told, in the languages of the window. */
const VIEWS = new Set(['pov', 'point of view', '视角', '視角', 'perspektive'])

/** The keys in use with those that are always asked for: of scenes the work on them, of others their names. */
function withUsualKeys(
  used: readonly string[],
  isScenes: boolean,
  names: Record<'aliases' | 'status' | 'tags' | 'view', string>,
): string[] {
  // What somebody else is called is always asked for: mentions are found by it.
  if (!isScenes) return used.some(isAlias) ? [...used] : [...used, names.aliases]
  const wanted: [string, (key: string) => boolean][] = [
    [names.status, isStatusKey],
    [names.tags, isTagsKey],
    [names.view, (key) => VIEWS.has(key.trim().toLowerCase())],
  ]
  const first = wanted.map(([name, isIt]) => used.find(isIt) ?? name)
  return [...first, ...used.filter((it) => !first.includes(it))]
}

/** `switcher` leads to the other part of the bible. */
export function AttributeTable({ switcher }: { switcher: ReactNode }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useRevision()
  const read = useBibleRows()
  const [kind, setKind] = useState<string>()
  const [hidden, setHidden] = useState(readHidden)
  const isScenes = kind === 'scene'
  const facts = FACTS.filter((it) => isScenes && !hidden.has(it))
  const times = useEditedTimes(kind, facts.includes('edited'))
  const rows = useMemo(
    () =>
      (kind === undefined ? read?.filter(isListed) : read)?.map((row) => {
        const edited = times.get(row.id)
        return edited ? { ...row, edited } : row
      }),
    [read, kind, times],
  )
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
  const used = columnsOf(ofKind, added, fieldsOf(mirror, kind))
  const named = withUsualKeys(used, isScenes, {
    aliases: t('bible-aliases'),
    status: t('inspector-status-key'),
    tags: t('inspector-tags-key'),
    view: t('bible-pov'),
  })
  const keysShown = named.filter((it) => !hidden.has(columnId({ of: 'key', key: it })))
  const still = useFrozenRows(view, { rows: fitting, keys: keysShown }, rows ?? [])
  const { rows: shown, keys } = still
  const kinds = [...new Set((read ?? []).map((it) => it.kind))]
  const columns = [
    ...(isScenes ? FACTS.map((it) => ({ id: it as string, label: t(`bible-facts-${it}`) })) : []),
    ...named.map((key) => ({ id: columnId({ of: 'key', key }), label: key })),
  ]
  const show = (id: string, isShown: boolean) => {
    const now = new Set(hidden)
    if (isShown) now.delete(id)
    else now.add(id)
    localStorage.setItem(HIDDEN, JSON.stringify([...now]))
    setHidden(now)
  }
  const chosen = shown.filter((it) => selected.has(it.id)).map((it) => it.id)

  return (
    <section ref={view} className={styles.view} aria-label={t('bible-title')} onBlur={still.onBlur}>
      <BibleToolbar
        switcher={switcher}
        kinds={kinds}
        kind={kind}
        onKind={setKind}
        words={words}
        onWords={setWords}
        count={shown.length}
        filtered={filters !== undefined}
        onFiltered={(on) => setFilters(on ? {} : undefined)}
        columns={columns.map((it) => ({ ...it, shown: !hidden.has(it.id) }))}
        onShow={show}
        onColumn={(key) => setAdded([...added, key])}
        table={{ rows: shown, keys }}
        onPaste={() => setPasted('')}
      />
      <DraftBanner />
      <ErrorMessage report={fault} />
      {chosen.length > 1 && <BulkEdit chosen={chosen} keys={keys} busy={running} call={call} />}
      {rows && rows.length === 0 ? (
        <Empty title={t('bible-none')}>
          {t('bible-none-hint')}
          {kind === undefined && kinds.includes('scene') && (
            <Button onClick={() => setKind('scene')}>{t('bible-show-scenes')}</Button>
          )}
        </Empty>
      ) : (
        <Table
          rows={shown}
          keys={keys}
          facts={facts}
          sorting={sorting}
          onSort={setSorting}
          filters={filters}
          onFilter={(id, wanted) => setFilters({ ...filters, [id]: wanted })}
          onForget={(key) => setAdded(added.filter((it) => it !== key))}
          call={call}
        />
      )}
      <AddRow
        kind={kind}
        busy={running}
        onRow={async (title, of) => (await call('create_node', { title, kind: of })) !== undefined}
      />
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
