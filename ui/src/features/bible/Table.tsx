/** The table itself; only the visible rows are rendered. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useKindName } from '../../actions'
import { isAlias, type ToolCaller } from '../../cards'
import {
  fieldNamed,
  fieldsOf,
  isStatusKey,
  isTagsKey,
  paletteColor,
  splitTags,
  statusColor,
  tagColor,
  titlesFor,
  useNodeTags,
  useSelection,
  useSession,
} from '../../document'
import { exactTime, relativeTime } from '../../kit'
import { renameWith } from '../../services'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'
import { Cell, TitleCell } from './Cell'
import { ColumnHeader } from './ColumnHeader'
import { GridElement } from './GridElement'
import {
  type BibleRow,
  type Column,
  cellOf,
  columnId,
  type Fact,
  type Filters,
  type Sorting,
} from './rows'

const HEIGHT = 34
/** So many tags of a row have their colors beside them. */
const DOTS = 4

/** The colors that a status or tags have on the map too. */
function colorsOf(key: string, value: string): string[] {
  if (isStatusKey(key)) return value.trim() ? [paletteColor(statusColor(value))] : []
  return isTagsKey(key)
    ? splitTags(value)
        .slice(0, DOTS)
        .map((it) => paletteColor(tagColor(it)))
    : []
}

/** The widths of the columns. */
const tracks = (facts: number, keys: number) =>
  ['36px 220px 130px', facts > 0 && `repeat(${facts}, 92px)`, keys > 0 && `repeat(${keys}, 170px)`]
    .filter(Boolean)
    .join(' ')

interface TableProps {
  rows: readonly BibleRow[]
  keys: readonly string[]
  /** What the program knows of each row, in columns of their own. */
  facts: readonly Fact[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  /** Undefined where columns have no filters of their own. */
  filters: Filters | undefined
  onFilter: (column: string, wanted: string) => void
  /** A column that was only added is taken back. */
  onForget: (key: string) => void
  call: ToolCaller['call']
}

export function Table(props: TableProps) {
  const { rows, keys, facts, sorting, onSort, filters, onFilter, onForget, call } = props
  const { t, language } = useTranslation()
  const now = Date.now()
  const session = useSession()
  const { mirror } = session
  const kindName = useKindName()
  const kinds = Object.keys(mirror.kinds)
  const scroller = useRef<HTMLDivElement>(null)
  const selected = useSelection((it) => it.nodes)
  useNodeTags((it) => it.colors)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: 8,
    scrollPaddingStart: filters ? 2 * HEIGHT : HEIGHT,
  })
  const height = filters ? 2 * HEIGHT : HEIGHT
  const columns = { gridTemplateColumns: tracks(facts.length, keys.length) }
  const width = 386 + facts.length * 92 + keys.length * 170
  const all = rows.length > 0 && rows.every((it) => selected.has(it.id))
  const go = (row: number, column: number) => {
    if (row < 0 || row >= rows.length) return
    virtual.scrollToIndex(row)
    requestAnimationFrame(() => {
      const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
      cell?.focus()
    })
  }
  const { select, toggle } = useSelection.getState()
  // A row that is written in is the one that is looked at; rows that were chosen together stay so.
  const look = (node: string) => {
    const { nodes } = useSelection.getState()
    if (nodes.size < 2 && !nodes.has(node)) select([node])
  }
  const filterOf = (column: Column) => {
    if (!filters) return undefined
    const id = columnId(column)
    return { wanted: filters[id] ?? '', onChange: (wanted: string) => onFilter(id, wanted) }
  }
  const typeOf = (row: BibleRow, key: string) => {
    const field = fieldNamed(fieldsOf(mirror, row.kind), key)
    if (field?.type !== 'reference') return { field }
    return { field, titles: titlesFor(mirror, field) }
  }
  const remove = (key: string) => {
    const holding = rows.filter((it) => cellOf(it, { of: 'key', key })).map((it) => it.id)
    if (holding.length === 0) onForget(key)
    else void call('set_attribute', { nodes: holding, key })
  }
  const set = async (node: string, k: string, v: string) => {
    // An imported card without the attribute has the tags of its file.
    const done =
      v || isTagsKey(k)
        ? await call('update_node_kv', { node, items: [{ k, v }] })
        : await call('set_attribute', { nodes: [node], key: k })
    return done !== undefined
  }
  return (
    <GridElement
      ref={scroller}
      className={styles.table}
      is="grid"
      aria-label={t('bible-title')}
      aria-rowcount={rows.length + 1}
      aria-colcount={keys.length + facts.length + 3}
    >
      <GridElement
        is="row"
        aria-rowindex={1}
        className={styles.heads}
        style={{ ...columns, width, height }}
      >
        <GridElement is="columnheader" className={styles.box}>
          <input
            type="checkbox"
            aria-label={t('bible-choose-all')}
            checked={all}
            onChange={() => select(all ? [] : rows.map((it) => it.id))}
          />
        </GridElement>
        <ColumnHeader
          column={{ of: 'title' }}
          label={t('bible-columns-title')}
          filter={filterOf({ of: 'title' })}
          sorting={sorting}
          onSort={onSort}
        />
        <ColumnHeader
          column={{ of: 'kind' }}
          label={t('bible-columns-kind')}
          filter={filterOf({ of: 'kind' })}
          sorting={sorting}
          onSort={onSort}
        />
        {facts.map((it) => (
          <ColumnHeader
            key={it}
            column={{ of: it }}
            label={t(`bible-facts-${it}`)}
            filter={filterOf({ of: it })}
            sorting={sorting}
            onSort={onSort}
          />
        ))}
        {keys.map((key) => (
          <ColumnHeader
            key={key}
            column={{ of: 'key', key }}
            label={key}
            filter={filterOf({ of: 'key', key })}
            hint={isAlias(key) ? t('bible-alias-hint') : undefined}
            sorting={sorting}
            onSort={onSort}
            onRename={(name) => void call('rename_attribute', { key, new_key: name })}
            onRemove={() => remove(key)}
          />
        ))}
      </GridElement>
      <div className={styles.body} style={{ height: virtual.getTotalSize(), width }}>
        {virtual.getVirtualItems().map(({ index, start, key: rowKey }) => {
          const row = rows[index]
          if (!row) return null
          const chosen = selected.has(row.id)
          return (
            <GridElement
              key={rowKey}
              is="row"
              aria-rowindex={index + 2}
              aria-selected={chosen}
              className={styles.row}
              style={{ ...columns, width, transform: `translateY(${start}px)` }}
            >
              <GridElement is="gridcell" className={styles.box}>
                <input
                  type="checkbox"
                  aria-label={t('bible-choose', { title: row.title })}
                  checked={chosen}
                  onChange={() => toggle(row.id)}
                />
              </GridElement>
              <GridElement is="gridcell" className={styles.cell}>
                <TitleCell
                  label={t('bible-columns-title')}
                  value={row.title}
                  place={{ row: index, column: 1 }}
                  onGo={go}
                  onFocus={() => look(row.id)}
                  onChange={(title) => renameWith(session, call, { node: row.id, title })}
                />
              </GridElement>
              <GridElement is="gridcell" className={styles.kind} data-kind={row.kind}>
                <select
                  className={styles.kindChoice}
                  aria-label={t('bible-kind-of', { title: row.title })}
                  value={row.kind}
                  disabled={row.kind === 'group'}
                  onFocus={() => look(row.id)}
                  onChange={(event) =>
                    void call('set_node_kind', { node: row.id, kind: event.target.value })
                  }
                >
                  {kinds
                    .filter((it) => it !== 'group' || row.kind === 'group')
                    .map((it) => (
                      <option key={it} value={it}>
                        {kindName(it)}
                      </option>
                    ))}
                </select>
              </GridElement>
              {facts.map((it) => (
                <GridElement key={it} is="gridcell" className={styles.fact} data-fact={it}>
                  {it === 'edited' && row.edited ? (
                    <time dateTime={row.edited} title={exactTime(row.edited, language)}>
                      {relativeTime(row.edited, now, language)}
                    </time>
                  ) : (
                    cellOf(row, { of: it })
                  )}
                </GridElement>
              ))}
              {keys.map((key, at) => (
                <GridElement key={key} is="gridcell" className={styles.cell}>
                  <Cell
                    {...typeOf(row, key)}
                    label={`${row.title}: ${key}`}
                    value={cellOf(row, { of: 'key', key })}
                    place={{ row: index, column: at + 3 }}
                    onGo={go}
                    onFocus={() => look(row.id)}
                    colors={colorsOf(key, cellOf(row, { of: 'key', key }))}
                    onChange={(value) => set(row.id, key, value)}
                  />
                </GridElement>
              ))}
            </GridElement>
          )
        })}
      </div>
    </GridElement>
  )
}
