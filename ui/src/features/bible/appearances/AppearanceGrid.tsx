/** The grid of scenes and of those who appear in them; only what can be seen is rendered. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useSelection } from '../../../document'
import { openPassage } from '../../../state'
import { useTranslation } from '../../../text'
import { GridElement } from '../GridElement'
import styles from './Appearances.module.css'
import { type Column, type Row, strengthOf } from './matrix'

const ROW = 30
const COLUMN = 44
const TITLES = 220
const HEADS = 148

interface AppearanceGridProps {
  rows: readonly Row[]
  columns: readonly Column[]
}

/** A cell: -1 is the row of the columns' titles, or the column of the scenes' titles. */
interface Place {
  row: number
  column: number
}

export function AppearanceGrid({ rows, columns }: AppearanceGridProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<Place>({ row: -1, column: 0 })
  const wanted = useRef<Place>(undefined)
  const upright = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: 8,
    scrollPaddingStart: HEADS,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    getItemKey: (at) => columns[at]?.id ?? at,
    overscan: 4,
    scrollPaddingStart: TITLES,
  })
  const go = (row: number, column: number) => {
    if (row < -1 || row >= rows.length || column < -1 || column >= columns.length) return
    if (row < 0 && column < 0) return
    wanted.current = { row, column }
    setFocus({ row, column })
    if (row >= 0) upright.scrollToIndex(row)
    if (column >= 0) across.scrollToIndex(column)
  }
  // At once where the cell is there already, so that the next key counts for it; else when it is scrolled to.
  useLayoutEffect(() => {
    if (!wanted.current) return
    const { row, column } = wanted.current
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
    if (!cell) return
    wanted.current = undefined
    cell.focus()
  })
  const keys = (event: KeyboardEvent) => {
    const { row, column } = focus
    const step = STEPS[event.key]
    if (step) go(row + step.row, column + step.column)
    else if (event.key === 'Home') go(event.ctrlKey ? -1 : row, event.ctrlKey ? 0 : -1)
    else if (event.key === 'End') go(event.ctrlKey ? rows.length - 1 : row, columns.length - 1)
    else if (event.key === 'PageDown') go(Math.min(rows.length - 1, row + PAGE), column)
    else if (event.key === 'PageUp') go(Math.max(0, row - PAGE), column)
    else return
    event.preventDefault()
  }
  const width = TITLES + across.getTotalSize()
  /** What every cell has: its place, and the keyboard's stop where that is. */
  const cellAt = (row: number, column: number) => ({
    'data-cell': `${row}:${column}`,
    tabIndex: focus.row === row && focus.column === column ? 0 : -1,
    onFocus: () => setFocus({ row, column }),
  })
  const shown = across.getVirtualItems()
  return (
    <GridElement
      ref={scroller}
      className={styles.grid}
      is="grid"
      aria-label={t('bible-parts-appearances')}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      onKeyDown={keys}
    >
      <GridElement
        is="row"
        aria-rowindex={1}
        className={styles.heads}
        style={{ width, height: HEADS }}
      >
        <GridElement
          is="columnheader"
          className={styles.corner}
          aria-colindex={1}
          style={{ width: TITLES }}
        >
          {t('bible-appearances-scene')}
        </GridElement>
        {shown.map(({ index, start, key }) => {
          const column = columns[index]
          return (
            column && (
              <GridElement
                key={key}
                is="columnheader"
                className={styles.head}
                aria-colindex={index + 2}
                style={{ width: COLUMN, left: TITLES + start }}
              >
                <ColumnTitle column={column} cell={cellAt(-1, index)} />
              </GridElement>
            )
          )
        })}
      </GridElement>
      <div style={{ position: 'relative', height: upright.getTotalSize(), width }}>
        {upright.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          return (
            row && (
              <GridElement
                key={key}
                is="row"
                aria-rowindex={index + 2}
                className={styles.row}
                style={{ width, height: ROW, transform: `translateY(${start}px)` }}
              >
                <GridElement
                  is="rowheader"
                  className={styles.titleCell}
                  aria-colindex={1}
                  style={{ width: TITLES }}
                >
                  <button
                    type="button"
                    className={styles.title}
                    {...cellAt(index, -1)}
                    onClick={() => useSelection.getState().goTo([row.id])}
                  >
                    {row.title}
                  </button>
                </GridElement>
                {shown.map(({ index: at, start: left, key: columnKey }) => {
                  const column = columns[at]
                  return (
                    column && (
                      <GridElement
                        key={columnKey}
                        is="gridcell"
                        className={styles.cell}
                        aria-colindex={at + 2}
                        style={{ width: COLUMN, left: TITLES + left }}
                        {...(row.named.has(column.id) ? {} : cellAt(index, at))}
                      >
                        <Mark row={row} column={column} cell={cellAt(index, at)} />
                      </GridElement>
                    )
                  )
                })}
              </GridElement>
            )
          )
        })}
      </div>
    </GridElement>
  )
}

/** How many rows a page has. */
const PAGE = 15

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

type CellProps = Record<string, unknown>

/** Who a column is for, and how much there is of them; leads to their card. */
function ColumnTitle({ column, cell }: { column: Column; cell: CellProps }) {
  const { t } = useTranslation()
  const { title, kind, scenes, absence } = column
  const facts = [
    t('bible-appearances-scenes', { count: scenes }),
    ...(absence
      ? [
          t('bible-appearances-absence', {
            count: absence.scenes,
            after: absence.after.title,
            until: absence.until.title,
          }),
        ]
      : []),
  ]
  return (
    <button
      type="button"
      className={styles.name}
      data-kind={kind}
      data-absent={scenes === 0}
      title={[title, ...facts].join('\n')}
      {...cell}
      onClick={() => useSelection.getState().goTo([column.id])}
    >
      <span className={styles.nameText}>{title}</span>
      <span className={styles.times}>{scenes}</span>
    </button>
  )
}

interface MarkProps {
  row: Row
  column: Column
  cell: CellProps
}

/** That a scene names somebody, and how often; leads to the first place. */
function Mark({ row, column, cell }: MarkProps) {
  const { t } = useTranslation()
  const found = row.named.get(column.id)
  if (!found) return null
  const { quote, times, attributes = [] } = found
  const words = [
    ...(times > 0 ? [t('bible-appearances-times', { count: times })] : []),
    ...(attributes.length > 0 ? [attributes.join(', ')] : []),
  ]
  const label = t('bible-appearances-cell', {
    title: column.title,
    scene: row.title,
    what: words.join(' · '),
  })
  return (
    <button
      type="button"
      className={styles.mark}
      data-kind={column.kind}
      data-strength={strengthOf(found)}
      data-attribute={attributes.length > 0}
      aria-label={label}
      title={label}
      {...cell}
      onClick={() =>
        quote === undefined
          ? useSelection.getState().goTo([row.id])
          : openPassage(row.id, { quote })
      }
    />
  )
}
