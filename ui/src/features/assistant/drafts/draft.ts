/** A draft as `show_draft` returns it, with the pieces of each node together. */

import type { ToolOutput } from '../../../bridge'
import { type Line, linesOf } from '../calls/resultFields'

export type DraftPiece = DraftShown['pieces'][number]

export type DraftShown = ToolOutput<'show_draft'>

export interface DraftGroup {
  key: string
  node: string | undefined
  title: string
  pieces: DraftPiece[]
}

/** The pieces by what they concern, in the order they come. Places on the map are left out where
 * the same node has more to tell. */
export function grouped(pieces: readonly DraftPiece[]): DraftGroup[] {
  const groups = new Map<string, DraftGroup>()
  for (const piece of pieces) {
    const key = piece.node?.id ?? piece.what
    const group = groups.get(key) ?? { key, node: piece.node?.id, title: piece.what, pieces: [] }
    group.pieces.push(piece)
    groups.set(key, group)
  }
  const isListed = (it: DraftPiece) => it.capability !== 'layout'
  return [...groups.values()].map((it) =>
    it.pieces.some(isListed) ? { ...it, pieces: it.pieces.filter(isListed) } : it,
  )
}

/** What is said of these by the heading over them. */
const NAMED: Record<string, readonly string[]> = { edge: ['from', 'to', 'order'], node: ['title'] }

/** The values of a piece that differ; of what is new or goes, without those its heading says. */
export function diffLines({ capability, base, after, difference }: DraftPiece): Line[] {
  const lines = linesOf(difference.lines)
  if (base !== null && after !== null) return lines
  const named = NAMED[capability] ?? []
  return lines.filter((it) => !named.includes(it.name))
}
