/** The playthrough: where it begins and what it has visited. */

import { create } from 'zustand'
import { focusPanel } from './page'

/** A reading as the map shows it: how often each node was visited, and where the reader stands. */
export interface Visits {
  counts: ReadonlyMap<string, number>
  at: string
}

interface PlayStore {
  /** Where the next reading begins; the story's start where it is left out. */
  from: { node?: string; steps?: readonly string[]; asked: number }
  visits: Visits | undefined
  playFrom(node?: string, steps?: readonly string[]): void
  setVisits(visits: Visits | undefined): void
}

export const useDock = create<PlayStore>((set) => ({
  from: { asked: 0 },
  visits: undefined,
  playFrom: (node, steps = []) => {
    set((old) => ({
      from: { asked: old.from.asked + 1, steps, ...(node === undefined ? {} : { node }) },
    }))
    focusPanel('play')
  },
  setVisits: (visits) => set({ visits }),
}))
