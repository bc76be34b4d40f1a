/** The bible's rows as text for spreadsheets. Pure. */

import { type BibleRow, type Column, cellOf } from './rows'

type Named = readonly { column: Column; name: string }[]

/** Comma-separated, by RFC 4180, with the mark without which Excel misreads all but ASCII. */
export function csvOf(rows: readonly BibleRow[], columns: Named): string {
  const quoted = (cell: string) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return `\ufeff${lines(rows, columns, quoted, ',')}`
}

/** Tab-separated, as spreadsheets take it from the clipboard. */
export function tsvOf(rows: readonly BibleRow[], columns: Named): string {
  const quoted = (cell: string) =>
    /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return lines(rows, columns, quoted, '\t')
}

function lines(
  rows: readonly BibleRow[],
  columns: Named,
  quoted: (cell: string) => string,
  between: string,
): string {
  const line = (cells: string[]) => cells.map((it) => quoted(plain(it))).join(between)
  const head = line(columns.map((it) => it.name))
  const body = rows.map((row) => line(columns.map((it) => cellOf(row, it.column))))
  return `${[head, ...body].join('\r\n')}\r\n`
}

/** A spreadsheet would calculate what begins like a formula; behind an apostrophe it is text. */
function plain(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}
