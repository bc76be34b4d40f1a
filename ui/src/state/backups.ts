/** The story whose backups are shown. */

import { create } from 'zustand'

export interface BackedUpStory {
  /** Its key. */
  story: string
  title: string
  /** Whether the story could not be opened, so that one of them is needed. */
  isNeeded?: boolean
}

interface BackupsStore {
  of: BackedUpStory | undefined
  show(of: BackedUpStory): void
  close(): void
}

export const useBackups = create<BackupsStore>((set) => ({
  of: undefined,
  show: (of) => set({ of }),
  close: () => set({ of: undefined }),
}))
