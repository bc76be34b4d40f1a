/** Drawing a link without the pointer's button: from a card to the focused one. */

import { create } from 'zustand'

export interface Connecting {
  from: string
  /** The card it would lead to now. */
  to?: string
}

interface ConnectingState {
  connecting: Connecting | undefined
  connect(connecting: Connecting | undefined): void
}

export const useConnecting = create<ConnectingState>((set) => ({
  connecting: undefined,
  connect: (connecting) => set({ connecting }),
}))
