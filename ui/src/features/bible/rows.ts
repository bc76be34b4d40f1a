/** The bible's rows: filtered and sorted. Pure. */

export interface Pair {
  k: string
  v: string
}

export interface BibleRow {
  id: string
  title: string
  kind: string
  items: readonly Pair[]
  /** How many words its text has. */
  words?: number
  /** Whether the story may end there. */
  ending?: boolean
  /** When it was last changed, as ISO 8601. */
  edited?: string
}

/** What the program knows of a row, and nobody writes into the table. */
export const FACTS = ['words', 'ending', 'edited'] as const

export type Fact = (typeof FACTS)[number]

/** A column: the title, the kind, a fact, or an attribute by its key. */
export type Column = { of: 'title' | 'kind' | Fact } | { of: 'key'; key: string }

export interface Sorting {
  column: Column
  down: boolean
}

export interface RowFilter {
  kind: string | undefined
  words: string
  sorting: Sorting
  /** Words that a column must hold, by {@link columnId}. */
  filters?: Filters
}

export type Filters = Readonly<Record<string, string>>

/** A column's name among the filters. */
export function columnId(column: Column): string {
  return column.of === 'key' ? `key ${column.key.toLowerCase()}` : column.of
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export function cellOf(row: BibleRow, column: Column): string {
  if (column.of === 'words') return row.words ? String(row.words) : ''
  if (column.of === 'ending') return row.ending ? '✓' : ''
  if (column.of !== 'key') return row[column.of] ?? ''
  return row.items.find((it) => same(it.k, column.key))?.v ?? ''
}

export function isSame(a: Column, b: Column): boolean {
  return a.of === b.of && (a.of !== 'key' || b.of !== 'key' || same(a.key, b.key))
}

/** Kinds that are listed where nobody asks for them only if something is written of them. */
const PASSAGES: readonly string[] = ['scene', 'note', 'group']

/** Whether a row is among those of all kinds. */
export const isListed = (row: BibleRow) => row.items.length > 0 || !PASSAGES.includes(row.kind)

/** Those that hold all the words somewhere, in order; what has no value goes last either way. */
export function filterAndSort(
  rows: readonly BibleRow[],
  { kind, words, sorting, filters = {} }: RowFilter,
): BibleRow[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    if (kind !== undefined && row.kind !== kind) return false
    if (!fits(row, filters)) return false
    const text = [row.title, ...row.items.map((it) => `${it.k} ${it.v}`)].join('\n').toLowerCase()
    return parts.every((it) => text.includes(it))
  })
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const sign = sorting.down ? -1 : 1
  return found.sort((a, b) => {
    const [one, other] = [cellOf(a, sorting.column), cellOf(b, sorting.column)]
    if (!one || !other) return Number(!one) - Number(!other)
    return sign * order.compare(one, other)
  })
}

/** Whether each filtered column of a row holds what is wanted of it. */
function fits(row: BibleRow, filters: Filters): boolean {
  return Object.entries(filters).every(([id, wanted]) => {
    const column: Column = id.startsWith('key ')
      ? { of: 'key', key: id.slice(4) }
      : { of: (['kind', ...FACTS] as const).find((it) => it === id) ?? 'title' }
    return cellOf(row, column).toLowerCase().includes(wanted.trim().toLowerCase())
  })
}

/**
 * The keys that are shown: the fields of the kind in their order, those in use, most used first, then
 * those added and not yet filled.
 */
export function columnsOf(
  rows: readonly BibleRow[],
  added: readonly string[],
  fields: readonly { name: string }[] = [],
): string[] {
  const counts = new Map<string, { key: string; count: number }>()
  for (const { k } of rows.flatMap((it) => it.items)) {
    const found = counts.get(k.toLowerCase())
    if (found) found.count += 1
    else counts.set(k.toLowerCase(), { key: k, count: 1 })
  }
  const used = [...counts.values()].sort((a, b) => b.count - a.count).map((it) => it.key)
  const first = fields.map((it) => it.name)
  const isFirst = (key: string) => first.some((it) => same(it, key))
  const rest = [...used, ...added.filter((it) => !counts.has(it.toLowerCase()))]
  return [...first, ...rest.filter((it) => !isFirst(it))]
}
