/** What a pasted sheet would change in the story, row by row, and what is invalid. Pure. */

import type { ToolInput } from '../../../bridge'
import type { BibleRow } from '../rows'
import type { ColumnRole } from './sheet'

export interface PlanError {
  /** As the spreadsheet counts them: from 1, a row of names among them. */
  row: number
  /** The column's letter, where one is at fault. */
  column?: string
  why: 'noTitle' | 'longTitle' | 'twice' | 'ambiguous' | 'noKind' | 'group'
  /** What is wrong there. */
  what: string
}

/** One value that becomes another. */
export interface CellChange {
  key: string
  before: string
  after: string
}

export interface PlanRow {
  row: number
  does: 'make' | 'change' | 'same'
  title: string
  kind: string
  /** The node, where there is one. */
  id: string | undefined
  cells: CellChange[]
}

export interface Plan {
  rows: PlanRow[]
  faults: PlanError[]
}

/** What of the story a plan is made against. */
export interface Known {
  /** All nodes. */
  nodes: readonly { id: string; title: string; kind: string }[]
  /** Those with attributes. */
  rows: readonly BibleRow[]
  /** The kinds by every name they have, in small letters. */
  kinds: ReadonlyMap<string, string>
}

const LONGEST = 300

export function planPaste(
  rows: readonly string[][],
  roles: readonly ColumnRole[],
  { first, kind, known }: { first: number; kind: string; known: Known },
): Plan {
  const plan: Plan = { rows: [], faults: [] }
  const titleAt = roles.findIndex((it) => it.is === 'title')
  const kindAt = roles.findIndex((it) => it.is === 'kind')
  const items = new Map(known.rows.map((it) => [it.id, it.items]))
  const find = finder(known.nodes)
  const seen = new Map<string, number>()
  for (const [index, cells] of rows.entries()) {
    const row = first + index
    if (cells.every((it) => it.trim() === '')) continue
    const fault = (why: PlanError['why'], what: string, at?: number) =>
      plan.faults.push({
        row,
        why,
        what,
        ...(at === undefined || at < 0 ? {} : { column: letterOf(at) }),
      })
    const title = (cells[titleAt] ?? '').trim()
    if (title === '') {
      fault('noTitle', '', titleAt)
      continue
    }
    if (title.length > LONGEST || /[\r\n]/.test(title)) {
      fault('longTitle', title.slice(0, 40), titleAt)
      continue
    }
    const before = seen.get(title.toLowerCase())
    if (before !== undefined) {
      fault('twice', String(before), titleAt)
      continue
    }
    seen.set(title.toLowerCase(), row)
    const nodes = find(title)
    if (nodes.length > 1) {
      fault('ambiguous', title, titleAt)
      continue
    }
    const [node] = nodes
    const named = (cells[kindAt] ?? '').trim()
    const meant = named === '' ? kind : known.kinds.get(named.toLowerCase())
    if (meant === undefined) {
      fault('noKind', named, kindAt)
      continue
    }
    if (!node && meant === 'group') {
      fault('group', named, kindAt)
      continue
    }
    const has = (node && items.get(node.id)) ?? []
    const changes = roles.flatMap((it, at): CellChange[] => {
      const after = (cells[at] ?? '').trim()
      if (it.is !== 'key' || it.key.trim() === '' || after === '') return []
      const old = has.find(({ k }) => k.toLowerCase() === it.key.trim().toLowerCase())
      if (old?.v === after) return []
      return [{ key: old?.k ?? it.key.trim(), before: old?.v ?? '', after }]
    })
    plan.rows.push({
      row,
      does: node ? (changes.length > 0 ? 'change' : 'same') : 'make',
      title: node?.title ?? title,
      kind: node?.kind ?? meant,
      id: node?.id,
      cells: changes,
    })
  }
  return plan
}

/** The call that does what a plan says; nothing if it changes nothing. */
export function planToArgs({ rows }: Plan): ToolInput<'update_attribute_table'> | undefined {
  const made = rows.filter((it) => it.does === 'make')
  const written = rows.filter((it) => it.does !== 'same')
  if (written.length === 0) return undefined
  return {
    create_nodes: made.map(({ title, kind }) => ({ title, kind })),
    cells: written.flatMap(({ id, title, cells }) =>
      cells.map(({ key, after }) => ({ node: id ?? title, k: key, v: after })),
    ),
  }
}

/** The nodes of a title: the exact ones before those of other letter case. */
function finder(nodes: Known['nodes']) {
  const byTitle = new Map<string, Known['nodes'][number][]>()
  for (const node of nodes) {
    const small = node.title.trim().toLowerCase()
    byTitle.set(small, [...(byTitle.get(small) ?? []), node])
  }
  return (title: string) => {
    const all = byTitle.get(title.toLowerCase()) ?? []
    const exact = all.filter((it) => it.title.trim() === title)
    return exact.length > 0 ? exact : all
  }
}

/** A column as spreadsheets call it: `A`, `B`, …, `AA`. */
export function letterOf(at: number): string {
  const rest = Math.floor(at / 26)
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (at % 26))
}
