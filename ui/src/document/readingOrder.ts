/** Reading orders of nodes: the whole story, a group, the path from one node to another. Pure. */

import type { Mirror } from './mirror'
import type { LinkCard, NodeCard } from './types'

function linksFrom(mirror: Mirror): Map<string, LinkCard[]> {
  const from = new Map<string, LinkCard[]>()
  for (const link of mirror.edges.values()) {
    const same = from.get(link.from)
    if (same) same.push(link)
    else from.set(link.from, [link])
  }
  for (const links of from.values()) links.sort((a, b) => a.order - b.order)
  return from
}

/** From left to right, as on the map; at a similar distance from top to bottom. */
function byPosition(a: NodeCard, b: NodeCard): number {
  return Math.round((a.x - b.x) / 120) || a.y - b.y
}

/**
 * All nodes except groups in reading order: from the start along the links, each once, a node only
 * after all its predecessors unless they form a cycle; then unreachable nodes, by position.
 */
export function readingOrder(mirror: Mirror): string[] {
  const from = linksFrom(mirror)
  const order: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const roots = [...mirror.nodes.values()].filter((it) => it.kind !== 'group').sort(byPosition)
  const walk = (root: string) => {
    // With an explicit stack: a story may be deeper than the call stack.
    const stack = [{ id: root, next: 0 }]
    state.set(root, 'open')
    const done: string[] = []
    while (stack.length > 0) {
      const top = stack.at(-1)
      if (!top) break
      const links = from.get(top.id) ?? []
      // In reverse, so that the reversed list has the first choice first.
      const link = links[links.length - 1 - top.next]
      if (!link) {
        done.push(top.id)
        state.set(top.id, 'done')
        stack.pop()
        continue
      }
      top.next += 1
      const to = mirror.nodes.get(link.to)
      if (to && to.kind !== 'group' && !state.has(to.id)) {
        state.set(to.id, 'open')
        stack.push({ id: to.id, next: 0 })
      }
    }
    order.push(...done.reverse())
  }
  const { start } = mirror.story
  if (start && mirror.nodes.has(start)) walk(start)
  for (const { id } of roots) if (!state.has(id)) walk(id)
  return order
}

/** The contents of a group, including nested groups. */
export function descendantsOf(mirror: Mirror, group: string): Set<string> {
  const held = new Set<string>()
  const within = (node: NodeCard) => {
    const seen = new Set<string>()
    for (let at = node.parent; at && !seen.has(at); at = mirror.nodes.get(at)?.parent) {
      if (at === group) return true
      seen.add(at)
    }
    return false
  }
  for (const node of mirror.nodes.values()) if (within(node)) held.add(node.id)
  return held
}

/** The shortest path from one node to another, including both; undefined if there is none. */
export function shortestPath(mirror: Mirror, from: string, to: string): string[] | undefined {
  const links = linksFrom(mirror)
  const cameFrom = new Map<string, string | undefined>([[from, undefined]])
  const waiting = [from]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (at === to) {
      const way: string[] = []
      for (let step: string | undefined = to; step; step = cameFrom.get(step)) way.unshift(step)
      return way
    }
    for (const link of links.get(at) ?? []) {
      if (cameFrom.has(link.to)) continue
      cameFrom.set(link.to, at)
      waiting.push(link.to)
    }
  }
  return undefined
}
