/** Who appears in which scenes, as columns and rows. Pure. */

import type { ToolOutput } from '../../../bridge'

export type Listed = ToolOutput<'list_appearances'>

/** Somebody or something that scenes name. */
export type Column = Listed['of'][number]

export type Appearance = Listed['scenes'][number]['named'][number]

export interface Row {
  id: string
  title: string
  /** Whom the scene names, by the ids of the columns. */
  named: ReadonlyMap<string, Appearance>
}

export interface MatrixFilter {
  /** Only columns of this kind. */
  kind: string | undefined
  /** Only columns whose titles hold these words; without one, rows whose titles do. */
  words: string
}

/** The columns and rows that fit a filter. Those that no scene names come last. */
export function matrixOf(
  { of, scenes }: Listed,
  { kind, words }: MatrixFilter,
): { columns: Column[]; rows: Row[] } {
  const wanted = words.trim().toLowerCase()
  const holds = (title: string) => title.toLowerCase().includes(wanted)
  const ofKind = of.filter((it) => kind === undefined || it.kind === kind)
  const named = ofKind.filter((it) => holds(it.title))
  const columns = named.length > 0 ? named : ofKind
  const rows = scenes.filter((it) => named.length > 0 || holds(it.node.title))
  return {
    columns: [...columns.filter((it) => it.scenes > 0), ...columns.filter((it) => it.scenes === 0)],
    rows: rows.map(({ node, named: there }) => ({
      ...node,
      named: new Map(there.map((it) => [it.id, it])),
    })),
  }
}

/** How strongly a cell is drawn: 0 where only an attribute names somebody, else 1 to 3. */
export function strengthOf({ times }: Appearance): number {
  if (times === 0) return 0
  if (times === 1) return 1
  return times < 5 ? 2 : 3
}
