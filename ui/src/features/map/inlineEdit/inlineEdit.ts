/** The one thing the map may be asking for: a title or a label, written right on it. */

import { create } from 'zustand'
import type { Point } from '../../../canvas'

export type InlineEdit =
  | { kind: 'create'; at: Point; from?: string; group?: string; nodeKind?: string }
  | { kind: 'insert'; at: Point; edge: string; group?: string }
  | { kind: 'rename'; node: string }
  | { kind: 'label'; from: string; to: string }
  | { kind: 'relabel'; edge: string }

interface InlineEditState {
  asking: InlineEdit | undefined
  ask(asking: InlineEdit | undefined): void
}

export const useInlineEdit = create<InlineEditState>((set) => ({
  asking: undefined,
  ask: (asking) => set({ asking }),
}))
