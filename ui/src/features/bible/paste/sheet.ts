/** Parses cells copied from a spreadsheet into rows, and recognizes the columns. Pure. */

import Papa from 'papaparse'

export interface Sheet {
  rows: string[][]
  /** The row, counted from 1, in which a quotation mark is opened and not closed. */
  open: number | undefined
}

/** What a column holds. */
export type ColumnRole = { is: 'title' | 'kind' | 'nothing' } | { is: 'key'; key: string }

/** Tabs where there are any: what stands between them may hold commas. */
export function readSheet(text: string): Sheet {
  const plain = text.replace(/^\ufeff/, '').replace(/[\r\n]+$/, '')
  const read = Papa.parse<string[]>(plain, {
    ...(plain.includes('\t') ? { delimiter: '\t' } : {}),
    delimitersToGuess: [',', ';', '|'],
  })
  // Rows between others are kept, so that each is counted as the spreadsheet counts it.
  while (read.data.at(-1)?.every((it) => it.trim() === '')) read.data.pop()
  const fault = read.errors.find((it) => it.type === 'Quotes')
  return {
    rows: read.data.map((row) => row.map(withoutFormulaGuard)),
    open: fault ? (fault.row ?? 0) + 1 : undefined,
  }
}

/** A spreadsheet's text behind an apostrophe, which keeps it from being calculated. */
function withoutFormulaGuard(cell: string): string {
  const trimmed = cell.trim()
  return /^'[=+\-@\t\r]/.test(trimmed) ? trimmed.slice(1) : trimmed
}

const TITLES = [
  ...['title', 'name', 'character', 'place'],
  ...['titel', 'figur', 'ort', 'karte'],
  ...[
    '标题',
    '標題',
    '名称',
    '名稱',
    '名字',
    '姓名',
    '角色',
    '人物',
    '角色名',
    '地点',
    '地點',
    '节点',
  ],
]
const KINDS = ['kind', 'type', 'art', 'typ', '类型', '類型', '种类', '類別', '类别']
/** Columns of the program's own tables that nobody writes. */
const OWN = ['id', 'words', 'wörter', '字数']

const among = (names: readonly string[], cell: string) => names.includes(cell.trim().toLowerCase())

/** Whether the first row names the columns: it says what a title or a kind is, or a known attribute. */
export function hasHeaderRow(rows: readonly string[][], keys: readonly string[]): boolean {
  const [first = []] = rows
  if (rows.length < 2 || first.some((it) => it.trim() === '')) return false
  const known = [...TITLES, ...KINDS, ...keys.map((it) => it.toLowerCase())]
  return first.some((it) => among(known, it))
}

/** What each column is taken for at first. */
export function columnRoles(
  rows: readonly string[][],
  named: boolean,
  keys: readonly string[],
): ColumnRole[] {
  const width = rows.reduce((most, it) => Math.max(most, it.length), 0)
  const heads = Array.from({ length: width }, (_, at) =>
    named ? (rows[0]?.[at] ?? '').trim() : '',
  )
  const called = heads.findIndex((it) => among(TITLES, it))
  const title = called >= 0 ? called : heads.findIndex((it) => !among([...KINDS, ...OWN], it))
  const kind = heads.findIndex((it, at) => at !== title && among(KINDS, it))
  return heads.map((head, at): ColumnRole => {
    if (at === title) return { is: 'title' }
    if (at === kind) return { is: 'kind' }
    if (named && (head === '' || among(OWN, head))) return { is: 'nothing' }
    const key = keys.find((it) => it.toLowerCase() === head.toLowerCase()) ?? head
    return { is: 'key', key }
  })
}
