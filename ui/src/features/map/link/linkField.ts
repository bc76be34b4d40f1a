/** The field of the selected link's panel that should get focus. */

import { create } from 'zustand'

interface LinkFieldState {
  /** Counts the requests for the condition. */
  asked: number
  focusCondition(): void
}

export const useLinkField = create<LinkFieldState>((set) => ({
  asked: 0,
  focusCondition: () => set((old) => ({ asked: old.asked + 1 })),
}))
