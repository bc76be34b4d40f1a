/** The group that the map shows from inside; none for the whole story. */

import { create } from 'zustand'

interface OpenGroupState {
  root: string | undefined
  setOpenGroup(root: string | undefined): void
}

export const useOpenGroup = create<OpenGroupState>((set) => ({
  root: undefined,
  setOpenGroup: (root) => set({ root }),
}))
