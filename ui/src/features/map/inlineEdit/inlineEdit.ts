/** The current inline edit on the map: a title or a label. */

import { create } from 'zustand'
import type { Point } from '../../../canvas'

/** A card that is to be made: on its own, behind another, or within a link. */
export type NewCard =
  | { kind: 'create'; from?: string; nodeKind?: string }
  | { kind: 'insert'; edge: string }

export type InlineEdit =
  | (NewCard & { at: Point; group?: string })
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
