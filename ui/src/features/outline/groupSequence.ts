/** Where a group of scenes, such as a chapter, would stand in the order of reading. Pure. */

import type { ToolInput } from '../../bridge'
import type { Mirror } from '../../document'
import type { OutlineRow } from './rows'

export type Side = 'above' | 'below'

type Place = ToolInput<'reorder_node'>

/** What puts a group beside the row that it is dragged to; none where that is in the middle of another. */
export function groupPlace(
  mirror: Mirror,
  rows: readonly OutlineRow[],
  dragged: OutlineRow,
  index: number,
  side: Side,
): Place | undefined {
  const { node } = dragged
  const over = rows[index]
  if (!node || dragged.kind !== 'group' || !over?.node || over.again) return undefined
  if (isWithin(mirror, over.node, node)) return undefined
  const depth = depthOf(mirror, node)
  if (over.kind === 'group') {
    if (side === 'below')
      return over.open === false ? place(mirror, node, 'after', over.node) : undefined
    // Above a part, a chapter stays in the part that ends there.
    const above = depth > depthOf(mirror, over.node) ? rows[index - 1] : undefined
    const item = above?.node && itemAt(mirror, above.node, over.node, depth)
    return item && depthOf(mirror, item) === depth && item !== node
      ? place(mirror, node, 'after', item)
      : place(mirror, node, 'before', over.node)
  }
  if (over.kind !== 'scene') return undefined
  const beyond = rows[side === 'above' ? index - 1 : index + 1]?.node
  const item = itemAt(mirror, over.node, beyond, depth)
  return item ? place(mirror, node, side === 'above' ? 'before' : 'after', item) : undefined
}

/**
 * What puts a scene or group at the end of a group that it is dragged into, so that it is read there. None
 * where a choice leads to it: then only what it belongs to changes.
 */
export function endOfGroup(
  mirror: Mirror,
  rows: readonly OutlineRow[],
  dragged: OutlineRow,
  group: string,
): Place | undefined {
  const { node } = dragged
  const heading = rows.find((it) => it.node === group && it.kind === 'group')
  if (!node || !heading || !isInStory(rows, dragged) || !isInStory(rows, heading)) return undefined
  if (isWithin(mirror, group, node) || mirror.nodes.get(node)?.parent === group) return undefined
  const inside = rows.filter((it) => it.kind === 'scene' && !it.again)
  const own = inside.filter((it) => isWithin(mirror, it.node, node))
  const isPlain = (label: string | undefined) => (label ?? '') === ''
  const first = own[0]
  const last = own.at(-1)?.node
  if (!first || !last || !isPlain(first.label)) return undefined
  const onward = mirror.edgesFrom(last)
  const hasScenes = inside.some((it) => isWithin(mirror, it.node, group))
  return hasScenes && onward.length <= 1 && onward.every((it) => isPlain(it.label))
    ? { node, after: group, group }
    : undefined
}

/** Whether a row is in the list of what is read, from the start on. */
function isInStory(rows: readonly OutlineRow[], row: OutlineRow): boolean {
  const heading = rows.slice(0, rows.indexOf(row)).findLast((it) => it.heading !== undefined)
  return heading?.heading === 'story'
}

/** What moves a group by one place, up or down: past the one beside it, or into the part beside its own. */
export function neighborGroupPlace(
  mirror: Mirror,
  rows: readonly OutlineRow[],
  at: number,
  side: Side,
): Place | undefined {
  const node = rows[at]?.node
  if (!node) return undefined
  const parent = mirror.nodes.get(node)?.parent
  if (side === 'below') {
    let end = at + 1
    while (end < rows.length && isWithin(mirror, rows[end]?.node, node)) end += 1
    const next = rows[end]?.node
    if (!next) return undefined
    if (mirror.nodes.get(next)?.parent === parent) return { node, after: next }
    const first = rows[end + 1]?.node
    if (mirror.nodes.get(next)?.kind !== 'group') return place(mirror, node, 'before', next)
    return first && isWithin(mirror, first, next) ? place(mirror, node, 'before', first) : undefined
  }
  const above = rows[at - 1]?.node
  if (above !== parent) {
    const item = above && itemIn(mirror, above, parent)
    return item ? { node, before: item } : undefined
  }
  const last = rows[at - 2]?.node
  if (!parent || !last) return undefined
  const part = itemIn(mirror, last, mirror.nodes.get(parent)?.parent)
  const isPart = part !== undefined && mirror.nodes.get(part)?.kind === 'group'
  return isPart ? { node, after: last, group: part } : undefined
}

/** Beside an item, in the group that this is in. */
function place(mirror: Mirror, node: string, where: 'before' | 'after', item: string): Place {
  const group = mirror.nodes.get(item)?.parent
  const moves = group !== mirror.nodes.get(node)?.parent
  return { node, [where]: item, ...(moves ? { group: group ?? '' } : {}) }
}

/**
 * The scene, or the group around it, beside which something can stand between two rows: what is as deep as
 * it, or else the innermost group that ends there; none in the middle of a group.
 */
function itemAt(
  mirror: Mirror,
  scene: string,
  beyond: string | undefined,
  depth: number,
): string | undefined {
  const items = [scene, ...ancestors(mirror, scene)]
  const ends = items.findIndex((it, at) => at > 0 && isWithin(mirror, beyond, it))
  const free = ends < 0 ? items : items.slice(0, ends)
  const alike = free.find((it) => depthOf(mirror, it) === depth)
  return alike ?? free[1] ?? (items.length === 1 ? scene : undefined)
}

/** The item of a group that a node is, or is in. */
function itemIn(mirror: Mirror, node: string, group: string | undefined): string | undefined {
  return [node, ...ancestors(mirror, node)].find((it) => mirror.nodes.get(it)?.parent === group)
}

function isWithin(mirror: Mirror, node: string | undefined, group: string): boolean {
  return node !== undefined && (node === group || ancestors(mirror, node).includes(group))
}

function depthOf(mirror: Mirror, node: string): number {
  return ancestors(mirror, node).length
}

/** The groups around a node, the innermost first. */
function ancestors({ nodes }: Mirror, node: string): string[] {
  const around: string[] = []
  let next = nodes.get(node)?.parent
  while (next !== undefined && nodes.has(next) && !around.includes(next)) {
    around.push(next)
    next = nodes.get(next)?.parent
  }
  return around
}
