/** Nodes that somebody else changed a moment ago: the assistant, or another program. */

import { create } from 'zustand'

/** How long a node counts as just changed, in milliseconds. */
const HIGHLIGHT_MS = 9000
/** The maximum number of nodes highlighted at once. */
const MOST = 200

interface RecentChanges {
  /** Since when, in milliseconds of `performance.now`. */
  changedAt: ReadonlyMap<string, number>
}

export const useRecentChanges = create<RecentChanges>(() => ({ changedAt: new Map() }))

let timer: ReturnType<typeof setTimeout> | undefined

/** Highlights nodes; the highlight ends by itself. */
export function highlightNodes(nodes: readonly string[]): void {
  const now = performance.now()
  const lit = new Map(still(now))
  for (const id of nodes.slice(0, MOST)) lit.set(id, now)
  useRecentChanges.setState({ changedAt: lit })
  plan(now)
}

function still(now: number): [string, number][] {
  return [...useRecentChanges.getState().changedAt].filter(
    ([, since]) => now - since < HIGHLIGHT_MS,
  )
}

/** Runs again when the first highlight ends. */
function plan(now: number): void {
  clearTimeout(timer)
  const first = Math.min(...useRecentChanges.getState().changedAt.values())
  if (!Number.isFinite(first)) return
  timer = setTimeout(
    () => {
      const then = performance.now()
      useRecentChanges.setState({ changedAt: new Map(still(then)) })
      plan(then)
    },
    first + HIGHLIGHT_MS - now + 10,
  )
}
