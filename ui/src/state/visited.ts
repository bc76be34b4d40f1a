/**
 * The nodes that were navigated to, so that one can go back and forward among them as in a browser.
 * Selecting a card on the map is no navigation; where one was before it is remembered all the same.
 */

import { create } from 'zustand'
import { type Mirror, useSelection } from '../document'

/** How many visits are remembered. */
const MOST = 100

interface Visited {
  nodes: readonly string[]
  /** Which of them is the present one; -1 before the first. */
  at: number
}

export const useVisited = create<Visited>(() => ({ nodes: [], at: -1 }))

/** Where a step leads: to the nearest visit of another node that is still in the story. */
function stepTarget({ nodes, at }: Visited, step: 1 | -1, mirror: Mirror): number | undefined {
  const { focused } = useSelection.getState()
  // Whoever has selected another card since goes back to the present visit first.
  let next = step < 0 && focused !== nodes[at] ? at : at + step
  while (next >= 0 && next < nodes.length) {
    const node = nodes[next] ?? ''
    if (node !== focused && mirror.nodes.has(node)) return next
    next += step
  }
  return undefined
}

/** The node that a step back (-1) or forward (1) leads to; none at the end. */
export function visitedNode(step: 1 | -1, mirror: Mirror): string | undefined {
  const visited = useVisited.getState()
  const at = stepTarget(visited, step, mirror)
  return at === undefined ? undefined : visited.nodes[at]
}

/** Goes a step back or forward, as far as there is one. */
export function goToVisited(step: 1 | -1, mirror: Mirror): void {
  const { nodes, at: before } = useVisited.getState()
  const at = stepTarget({ nodes, at: before }, step, mirror)
  const node = at === undefined ? undefined : nodes[at]
  if (at === undefined || node === undefined) return
  // The present visit first, so that going there is no new one.
  useVisited.setState({ at })
  useSelection.getState().goTo([node])
}

useSelection.subscribe(({ gone, focused }, before) => {
  if (gone === before.gone || focused === undefined) return
  const { nodes, at } = useVisited.getState()
  if (nodes[at] === focused) return
  const left = before.focused
  const isLeftNew = left !== undefined && left !== nodes[at] && left !== focused
  const next = [...nodes.slice(0, at + 1), ...(isLeftNew ? [left] : []), focused].slice(-MOST)
  useVisited.setState({ nodes: next, at: next.length - 1 })
})
