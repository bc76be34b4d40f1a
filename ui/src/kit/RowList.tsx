/**
 * A long list of rows under headings: arrow keys navigate, only visible rows are rendered, and a list
 * that is shown again begins where it was left.
 */

import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './RowList.module.css'
import { isStop, type ListRow, nearestStop, stopAfterKey } from './rowStops'

/** About how high a heading is, in pixels. */
const HEADING = 34

/** What a row does for the keyboard. */
export interface RowStop {
  /** For the button that the keyboard comes to first. */
  ref: RefObject<HTMLButtonElement | null> | null
  /** The tab index of all that can be pressed in the row. */
  tabIndex: 0 | -1
  /** To be called when something in the row takes the keyboard. */
  onFocus: () => void
}

interface RowListProps<Row extends ListRow> {
  /** What the list is called by screen readers. */
  label: string
  /** By what name its position is remembered while the window is open. */
  name: string
  /** What was asked for, where that changes: another question begins at the top. */
  about?: string
  rows: readonly Row[]
  /** The key of a row that is kept in sight as others become it. */
  current?: string | undefined
  /** About how high a row that is no heading is before it was measured, in pixels. */
  guess: number
  children: (row: Row, stop: RowStop) => ReactNode
}

interface Left {
  about: string
  key: string
  at: number
  top: number
}

/** Where lists were left, by their names. */
const leftAt = new Map<string, Left>()

export function RowList<Row extends ListRow>(props: RowListProps<Row>) {
  return <Rows key={props.about} {...props} />
}

function Rows<Row extends ListRow>(props: RowListProps<Row>) {
  const { label, name, about = '', rows, current, guess, children } = props
  const stored = leftAt.get(name)
  const left = stored?.about === about ? stored : undefined
  const scroller = useRef<HTMLDivElement>(null)
  const tabStop = useRef<HTMLButtonElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (isStop(rows[at]) ? guess : HEADING),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 6,
    initialOffset: left?.top ?? 0,
  })
  const active = useActive(rows, left)
  const hasKeys = useRef(false)
  // What was pressed may be gone; the keyboard continues with the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are others
  useLayoutEffect(() => {
    if (hasKeys.current && document.activeElement === document.body) tabStop.current?.focus()
  }, [rows])
  const { key, at } = active
  useEffect(
    () => () => {
      leftAt.set(name, { about, key, at, top: virtual.scrollOffset ?? 0 })
    },
    [name, about, key, at, virtual],
  )

  const { set } = active
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is another row
  useEffect(() => {
    const index = current === undefined ? -1 : rows.findIndex((it) => it.key === current)
    if (index < 0) return
    set(index)
    virtual.scrollToIndex(index)
  }, [current])

  const keys = (event: KeyboardEvent) => {
    const next = stopAfterKey(event.key, rows, active.at)
    if (next === undefined) return
    event.preventDefault()
    active.set(next)
    virtual.scrollToIndex(next)
    // It may be drawn only now.
    requestAnimationFrame(() => tabStop.current?.focus())
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a second way to the buttons within
    <div
      ref={scroller}
      className={styles.scroller}
      onKeyDown={keys}
      onFocus={() => {
        hasKeys.current = true
      }}
      onBlur={(event) => {
        // A button that goes with its row blurs to nowhere.
        if (event.relatedTarget)
          hasKeys.current = scroller.current?.contains(event.relatedTarget) ?? false
      }}
    >
      <ul className={styles.sheet} style={{ height: virtual.getTotalSize() }} aria-label={label}>
        {virtual.getVirtualItems().map(({ index, key: item, start }) => {
          const row = rows[index]
          return (
            <li
              key={item}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.placed}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              {row &&
                children(row, {
                  ref: index === at ? tabStop : null,
                  tabIndex: index === at ? 0 : -1,
                  onFocus: () => active.set(index),
                })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Where the keyboard comes to: the row it was at last, or the one that took its place. */
function useActive(rows: readonly ListRow[], left: Left | undefined) {
  const [last, setLast] = useState<{ key: string; at: number }>(left ?? { key: '', at: 0 })
  const same = rows.findIndex((it) => it.key === last.key)
  const near = same >= 0 ? same : Math.min(last.at, rows.length - 1)
  const at = isStop(rows[near]) ? near : nearestStop(rows, near)
  const key = rows[at]?.key ?? ''
  return { key, at, set: (next: number) => setLast({ key: rows[next]?.key ?? '', at: next }) }
}
