/**
 * The parts of the story, as a novel has them: groups whose scenes follow one another in the line of
 * reading. Pure.
 */

import type { Mirror } from './mirror'
import type { NodeCard } from './types'

/** A row of a list of scenes. */
interface Row {
  level: number
  node?: string
  again: boolean
}

/** The rows of one part: the index of its first row, and the one after its last. */
export interface Part {
  group: NodeCard
  begin: number
  end: number
}

/**
 * The parts that these rows consist of, outer ones before those inside them. The scenes of the line
 * of reading stand at `level`; what their choices lead to is deeper, and belongs to them.
 */
export function partsOf(mirror: Mirror, rows: readonly Row[], level: number): Part[] {
  const found = new Map<string, { first: number; last: number; count: number }>()
  const isCounted = (row: Row) => !row.again && row.node !== undefined
  /** How many rows that are not named again stand above each. */
  const above: number[] = []
  let number = 0
  rows.forEach((row, index) => {
    above.push(number)
    if (!isCounted(row)) return
    number += 1
    for (const group of groupsAround(mirror, row.node ?? '')) {
      const known = found.get(group)
      if (known) {
        known.last = index
        known.count += 1
      } else found.set(group, { first: index, last: index, count: 1 })
    }
  })
  const endOfLine = (from: number) => {
    const next = rows.findIndex((row, index) => index > from && row.level <= level)
    return next < 0 ? rows.length : next
  }
  const parts = [...found].flatMap(([id, { first, last, count }]) => {
    const group = mirror.nodes.get(id)
    const end = endOfLine(last)
    const isWhole =
      rows[first]?.level === level && (above[end] ?? number) - (above[first] ?? 0) === count
    return group && isWhole ? [{ group, begin: first, end }] : []
  })
  // An outer part begins no later and ends no earlier than one inside it.
  const depth = ({ group }: Part) => groupsAround(mirror, group.id).length
  return parts.sort((a, b) => a.begin - b.begin || depth(a) - depth(b))
}

/** The groups around a node, the innermost first; none twice, even if they go round in a circle. */
export function groupsAround({ nodes }: Mirror, node: string): string[] {
  const around = new Set<string>()
  let at = nodes.get(node)?.parent
  while (at !== undefined && nodes.get(at)?.kind === 'group' && !around.has(at)) {
    around.add(at)
    at = nodes.get(at)?.parent
  }
  return [...around]
}
