/** The one thing the map may be asking for: a title or a label, written right on it. */

import { create } from 'zustand'
import type { Point } from '../../canvas'

export type Asking =
  | { kind: 'create'; at: Point; from?: string; group?: string; nodeKind?: string }
  | { kind: 'rename'; node: string }
  | { kind: 'label'; from: string; to: string }
  | { kind: 'relabel'; edge: string }

interface AskingState {
  asking: Asking | undefined
  ask(asking: Asking | undefined): void
}

export const useAsking = create<AskingState>((set) => ({
  asking: undefined,
  ask: (asking) => set({ asking }),
}))
