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
  from: { node?: string; steps?: readonly string[]; seed?: number; asked: number }
  visits: Visits | undefined
  /** Plays from a node, or from the story's start; with a seed, the same random numbers come again. */
  playFrom(node?: string, steps?: readonly string[], seed?: number): void
  setVisits(visits: Visits | undefined): void
}

export const useDock = create<PlayStore>((set) => ({
  from: { asked: 0 },
  visits: undefined,
  playFrom: (node, steps = [], seed) => {
    set((old) => ({
      from: {
        asked: old.from.asked + 1,
        steps,
        ...(node === undefined ? {} : { node }),
        ...(seed === undefined ? {} : { seed }),
      },
    }))
    focusPanel('play')
  },
  setVisits: (visits) => set({ visits }),
}))
