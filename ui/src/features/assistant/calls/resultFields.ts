/** Reads the fields of result templates, defensively: they come as plain JSON. */

import type { DiffPiece } from '../../../cards'

export interface Line {
  name: string
  before?: unknown
  after?: unknown
}

export interface Difference {
  pieces?: DiffPiece[]
  lines?: Line[]
  text?: string
}

/** The objects in a list; none if it is not a list. */
export function rows(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return []
  return value.filter((it): it is Record<string, unknown> => it !== null && typeof it === 'object')
}

/** A value in a line of text; empty for nothing. */
export function toLine(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function piecesOf(value: unknown): DiffPiece[] {
  return rows(value).map((it) => ({
    kind: it.kind === 'added' || it.kind === 'removed' ? it.kind : 'same',
    text: toLine(it.text),
  }))
}

export function linesOf(value: unknown): Line[] {
  return rows(value).map((it) => ({ ...it, name: toLine(it.name) }))
}

/** The nodes a list names, whether it lists nodes or finds in nodes. */
export function nodesIn(value: unknown): { id: string; title: string }[] {
  const named = rows(value).map((it) => (it.node && typeof it.node === 'object' ? it.node : it))
  const nodes = rows(named).map((it) => ({ id: toLine(it.id), title: toLine(it.title) }))
  const first = new Map(nodes.filter((it) => it.title).map((it) => [it.id, it]))
  return [...first.values()]
}
