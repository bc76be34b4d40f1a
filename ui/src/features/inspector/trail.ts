/**
 * Following choices as a reader takes them, and back; and which page gets focus because it was opened
 * with the keyboard.
 */

import { create } from 'zustand'
import { type Mirror, useSelection } from '../../document'
import { goToVisited, visitedNode } from '../../state'

interface Trail {
  /** The node that was gone to, for as long as its page has not taken the keyboard. */
  awaited: string | undefined
  /** Follows a choice; with `keys`, the keyboard goes to the choices of the next page. */
  follow(to: string, keys: boolean): void
  /** Back along a choice: to where the reader came from, or where alone they can have come from. */
  back(sources: readonly string[], mirror: Mirror): void
  /** Tells whether the keyboard is to go to the choices of a page, once. */
  arrive(node: string): boolean
}

export const useTrail = create<Trail>((set, get) => ({
  awaited: undefined,
  follow: (to, keys) => {
    set({ awaited: keys ? to : undefined })
    useSelection.getState().goTo([to])
  },
  back: (sources, mirror) => {
    const previous = visitedNode(-1, mirror)
    const [source, ...others] = sources
    const isSource = previous !== undefined && sources.includes(previous)
    const to = isSource || source === undefined || others.length > 0 ? previous : source
    if (to === undefined) return
    set({ awaited: to })
    if (to === previous) goToVisited(-1, mirror)
    else useSelection.getState().goTo([to])
  },
  arrive: (node) => {
    if (get().awaited !== node) return false
    set({ awaited: undefined })
    return true
  },
}))
