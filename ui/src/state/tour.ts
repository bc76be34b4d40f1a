/** The tour through the window: which step is shown, if any. */

import { create } from 'zustand'

interface TourState {
  /** Counted from 0; none while no tour is given. */
  step: number | undefined
  start(): void
  go(step: number): void
  leave(): void
}

export const useTour = create<TourState>((set) => ({
  step: undefined,
  start: () => set({ step: 0 }),
  go: (step) => set({ step }),
  leave: () => set({ step: undefined }),
}))
