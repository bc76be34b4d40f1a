/** Colors cards by word count, with a fifth of the written ones in each step. */

import { create } from 'zustand'
import type { Mirror, NodeCard } from '../../../document'

/** From few words to many; no fewer steps than the eye tells apart on small cards. */
export const HEAT_COLORS = ['#f3d98b', '#eebb5c', '#e2913f', '#cf5f34', '#a8352f'] as const

interface HeatState {
  /** Whether cards are colored by their words. */
  on: boolean
  toggle(): void
}

export const useHeat = create<HeatState>((set) => ({
  on: false,
  toggle: () => set((old) => ({ on: !old.on })),
}))

/** The fewest words of each step, in the order of {@link HEAT_COLORS}; empty where nothing is written. */
export function heatSteps(mirror: Mirror): number[] {
  const counts = [...mirror.nodes.values()].flatMap((it) =>
    it.kind !== 'group' && it.words > 0 ? it.words : [],
  )
  counts.sort((a, b) => a - b)
  if (counts.length === 0) return []
  return HEAT_COLORS.map((_, step) => {
    const at = Math.floor((step * counts.length) / HEAT_COLORS.length)
    return counts[at] ?? 0
  })
}

/** The color of a card among steps; none for one without words, or where the map is not colored by them. */
export function heatColor(node: NodeCard, steps: readonly number[]): string | undefined {
  if (node.kind === 'group' || node.words === 0) return undefined
  return HEAT_COLORS[steps.findLastIndex((least) => node.words >= least)]
}
