/** The group whose inside the map shows; none for the whole story. */

import { create } from 'zustand'

interface RootState {
  root: string | undefined
  setRoot(root: string | undefined): void
}

export const useRoot = create<RootState>((set) => ({
  root: undefined,
  setRoot: (root) => set({ root }),
}))
