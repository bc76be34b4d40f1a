/** Where something was changed a moment ago by somebody else: the assistant, or another program. */

import { create } from 'zustand'

/** How long a node counts as just changed, in milliseconds. */
const HIGHLIGHT_MS = 9000
/** No more than this many are told of at once. */
const MOST = 200

interface RecentChanges {
  /** Since when, in milliseconds of `performance.now`. */
  changedAt: ReadonlyMap<string, number>
}

export const useRecentChanges = create<RecentChanges>(() => ({ changedAt: new Map() }))

let timer: ReturnType<typeof setTimeout> | undefined

/** Lights nodes up anew; they go out by themselves. */
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

/** Comes back when the first of them goes out. */
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
