/** What is hidden on the map where branches are collapsed. Pure. */

import type { Mirror } from './mirror'

interface CollapsedBranches {
  /** The nodes to which every way leads through a collapsed branch. */
  hidden: ReadonlySet<string>
  /** How many of them lie behind each node whose branch is collapsed and that can be seen itself. */
  behind: ReadonlyMap<string, number>
}

const NOTHING: CollapsedBranches = { hidden: new Set(), behind: new Map() }

export function collapsedBranches(
  mirror: Mirror,
  collapsed: ReadonlySet<string>,
): CollapsedBranches {
  const at = [...collapsed].filter((it) => mirror.nodes.has(it))
  if (at.length === 0) return NOTHING
  const from = new Map<string, string[]>()
  const entered = new Set<string>()
  for (const edge of mirror.edges.values()) {
    const same = from.get(edge.from)
    if (same) same.push(edge.to)
    else from.set(edge.from, [edge.to])
    if (edge.from !== edge.to) entered.add(edge.to)
  }
  const reach = (begin: readonly string[], isOpen: (node: string) => boolean) => {
    const reached = new Set(begin)
    for (const node of reached) {
      if (isOpen(node)) for (const to of from.get(node) ?? []) reached.add(to)
    }
    return reached
  }
  const roots = [...mirror.nodes.keys()].filter(
    (it) => it === mirror.story.start || !entered.has(it),
  )
  // What goes around in a circle that nothing leads into begins where it is collapsed.
  const everything = reach(roots, () => true)
  const clear = reach([...roots, ...at.filter((it) => !everything.has(it))], (it) => {
    return !collapsed.has(it)
  })
  const hidden = new Set<string>()
  const behind = new Map<string, number>()
  for (const node of at) {
    if (!clear.has(node)) continue
    const below = [...reach([node], () => true)].filter((it) => !clear.has(it))
    for (const it of below) hidden.add(it)
    behind.set(node, below.length)
  }
  return { hidden, behind }
}

/** Whether anything lies behind a node alone, so that its branch can be collapsed. */
export function hasBranch(mirror: Mirror, node: string): boolean {
  return (collapsedBranches(mirror, new Set([node])).behind.get(node) ?? 0) > 0
}
