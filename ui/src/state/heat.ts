/** What colors the cards of the map. */

import { create } from 'zustand'

/** What cards are colored by. */
type HeatMeasure = 'words' | 'readers'

interface HeatState {
  measure: HeatMeasure | undefined
  show(measure: HeatMeasure | undefined): void
}

export const useHeat = create<HeatState>((set) => ({
  measure: undefined,
  show: (measure) => set({ measure }),
}))
