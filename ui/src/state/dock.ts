/** The panel that is docked beside the map, and the playthrough: where it begins and what it has visited. */

import { create } from 'zustand'

/** A reading as the map shows it: how often each node was visited, and where the reader stands. */
export interface Visits {
  counts: ReadonlyMap<string, number>
  at: string
}

interface Dock {
  /** The id of the panel; `undefined` where none is docked. */
  open: string | undefined
  /** Where the next reading begins; the story's start where it is left out. */
  from: { node?: string; steps?: readonly string[]; asked: number }
  visits: Visits | undefined
  show(name: string | undefined): void
  toggle(name: string): void
  playFrom(node?: string, steps?: readonly string[]): void
  setVisits(visits: Visits | undefined): void
}

export const useDock = create<Dock>((set) => ({
  open: undefined,
  from: { asked: 0 },
  visits: undefined,
  show: (open) => set({ open }),
  toggle: (name) => set((old) => ({ open: old.open === name ? undefined : name })),
  playFrom: (node, steps = []) =>
    set((old) => ({
      open: 'play',
      from: { asked: old.from.asked + 1, steps, ...(node === undefined ? {} : { node }) },
    })),
  setVisits: (visits) => set({ visits }),
}))
