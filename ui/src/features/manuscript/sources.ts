/** Which nodes the manuscript contains, and in what order. Pure. */

import { descendantsOf, type Mirror, readingOrder, shortestPath } from '../../document'

export const SOURCES = ['story', 'selection', 'group', 'way'] as const

export type Source = (typeof SOURCES)[number]

/** The nodes of a source in reading order; undefined where there is no such source now. */
export function nodesOf(
  source: Source,
  mirror: Mirror,
  selected: ReadonlySet<string>,
): string[] | undefined {
  const chosen = [...selected].filter((it) => mirror.nodes.has(it))
  const [one] = chosen
  if (source === 'selection') {
    if (chosen.length < 2) return undefined
    return inOrder(mirror, (id) => selected.has(id))
  }
  if (source === 'group') {
    const node = one === undefined ? undefined : mirror.nodes.get(one)
    const group = node?.kind === 'group' ? node.id : node?.parent
    if (group === undefined) return undefined
    const held = descendantsOf(mirror, group)
    return inOrder(mirror, (id) => held.has(id))
  }
  if (source === 'way') {
    const { start } = mirror.story
    const from = chosen.length === 2 ? one : start
    const to = chosen.length === 2 ? chosen[1] : chosen.length === 1 ? one : undefined
    if (!from || !to || from === to) return undefined
    return shortestPath(mirror, from, to)
  }
  const linked = new Set([...mirror.edges.values()].flatMap((it) => [it.from, it.to]))
  return inOrder(mirror, (id) => isProse(mirror, linked, id))
}

function inOrder(mirror: Mirror, wanted: (id: string) => boolean): string[] {
  return readingOrder(mirror).filter(wanted)
}

/** Kinds that describe the story rather than tell it. */
const NON_PROSE_KINDS = ['character', 'place', 'note', 'group']

/** What belongs to the story's text: its scenes, and of the writer's own kinds what is told or linked. */
function isProse(mirror: Mirror, linked: ReadonlySet<string>, id: string): boolean {
  const node = mirror.nodes.get(id)
  if (!node) return false
  if (node.kind === 'scene' || mirror.story.start === id) return true
  return !NON_PROSE_KINDS.includes(node.kind) && (linked.has(id) || node.words > 0)
}
