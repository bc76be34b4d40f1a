/**
 * The path along choices as a reader takes it: the previous page, and which page gets focus because
 * it was opened with the keyboard.
 */

import { create } from 'zustand'
import { useSelection } from '../../document'

/** So many steps are remembered. */
const MOST = 100

interface Trail {
  /** The nodes that were left by following a choice, the last one last. */
  left: readonly string[]
  /** The node that was gone to, for as long as its page has not taken the keyboard. */
  awaited: string | undefined
  /** Follows a choice; with `keys`, the keyboard goes to the choices of the next page. */
  follow(from: string, to: string, keys: boolean): void
  /** Back to where a choice was followed; the given node where none was. */
  back(otherwise: string | undefined): void
  /** Tells whether the keyboard is to go to the choices of a page, once. */
  arrive(node: string): boolean
}

export const useTrail = create<Trail>((set, get) => ({
  left: [],
  awaited: undefined,
  follow: (from, to, keys) => {
    set(({ left }) => ({ left: [...left, from].slice(-MOST), awaited: keys ? to : undefined }))
    useSelection.getState().goTo([to])
  },
  back: (otherwise) => {
    const { left } = get()
    const to = left.at(-1) ?? otherwise
    if (to === undefined) return
    set({ left: left.slice(0, -1), awaited: to })
    useSelection.getState().goTo([to])
  },
  arrive: (node) => {
    if (get().awaited !== node) return false
    set({ awaited: undefined })
    return true
  },
}))
