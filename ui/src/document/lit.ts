/** Where something was changed a moment ago by somebody else: the assistant, or another program. */

import { create } from 'zustand'

/** How long a node counts as just changed, in milliseconds. */
const LIT_FOR = 9000
/** No more than this many are told of at once. */
const MOST = 200

interface Lit {
  /** Since when, in milliseconds of `performance.now`. */
  lit: ReadonlyMap<string, number>
}

export const useLit = create<Lit>(() => ({ lit: new Map() }))

let timer: ReturnType<typeof setTimeout> | undefined

/** Lights nodes up anew; they go out by themselves. */
export function lightUp(nodes: readonly string[]): void {
  const now = performance.now()
  const lit = new Map(still(now))
  for (const id of nodes.slice(0, MOST)) lit.set(id, now)
  useLit.setState({ lit })
  plan(now)
}

function still(now: number): [string, number][] {
  return [...useLit.getState().lit].filter(([, since]) => now - since < LIT_FOR)
}

/** Comes back when the first of them goes out. */
function plan(now: number): void {
  clearTimeout(timer)
  const first = Math.min(...useLit.getState().lit.values())
  if (!Number.isFinite(first)) return
  timer = setTimeout(
    () => {
      const then = performance.now()
      useLit.setState({ lit: new Map(still(then)) })
      plan(then)
    },
    first + LIT_FOR - now + 10,
  )
}
