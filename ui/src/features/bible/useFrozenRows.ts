/**
 * Keeps the rows of the table in place while a cell has focus: a row whose value no longer fits the
 * order or the filters moves once the cells lose focus.
 */

import { type FocusEvent, type RefObject, useReducer, useRef } from 'react'
import { inPreviousOrder } from '../../kit'
import type { BibleRow } from './rows'

interface SortedRows {
  rows: readonly BibleRow[]
  keys: readonly string[]
}

const CELL = '[data-cell]'

/** `now` as it is shown, and what hears the keyboard leave; `all` are the rows before any filter. */
export function useFrozenRows(
  view: RefObject<HTMLElement | null>,
  now: SortedRows,
  all: readonly BibleRow[],
) {
  const shown = useRef(now)
  const [, arrange] = useReducer((times: number) => times + 1, 0)
  const written = document.activeElement
  if (written?.matches(CELL) && view.current?.contains(written)) {
    const before = shown.current
    const had = new Set(before.rows.map((it) => it.id))
    const fitting = new Set(now.rows.map((it) => it.id))
    const leaving = all.filter((it) => had.has(it.id) && !fitting.has(it.id))
    shown.current = {
      rows: inPreviousOrder(before.rows, [...now.rows, ...leaving], (it) => it.id),
      keys: inPreviousOrder(before.keys, now.keys, (it) => it.toLowerCase()),
    }
  } else shown.current = now
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (target.matches(CELL) && !(relatedTarget as Element | null)?.matches(CELL)) arrange()
  }
  return { ...shown.current, onBlur }
}
