/** Which rows of a list the keyboard stops at, and which one a key leads to. Pure. */

export interface ListRow {
  key: string
  /** A heading or a remark, which the keyboard passes over. */
  isPassive?: boolean
}

/** Whether the keyboard stops at a row. */
export const isStop = (row: ListRow | undefined) => row !== undefined && !row.isPassive

/** The row where the keyboard is when the one it was at has gone. */
export function nearestStop(rows: readonly ListRow[], near: number): number {
  const after = rows.findIndex((it, at) => at > near && isStop(it))
  return after >= 0 ? after : rows.findLastIndex((it, at) => at < near && isStop(it))
}

/** The row that a key goes to. */
export function stopAfterKey(
  key: string,
  rows: readonly ListRow[],
  at: number,
): number | undefined {
  const stops = rows.flatMap((it, index) => (isStop(it) ? [index] : []))
  const here = stops.indexOf(at)
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: stops.length - 1 }[key]
  return to === undefined ? undefined : stops[to]
}
