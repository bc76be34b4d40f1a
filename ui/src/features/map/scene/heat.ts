/** Colors cards by word count, with a fifth of the written ones in each step, or by test readers. */

import type { Mirror, NodeCard } from '../../../document'
import { useHeat, usePlaytest } from '../../../state'

/** From few to many; no fewer steps than the eye tells apart on small cards. */
export const HEAT_COLORS = ['#f3d98b', '#eebb5c', '#e2913f', '#cf5f34', '#a8352f'] as const

/** The least share of readers of each step. Cards that nobody reads have no color. */
export const READER_STEPS = [Number.MIN_VALUE, 0.1, 0.25, 0.5, 0.75] as const

/** What a card is colored by, and the least value of each step, in the order of {@link HEAT_COLORS}. */
export interface HeatScale {
  valueOf(node: NodeCard): number
  steps: readonly number[]
}

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

/** The scale that is chosen; `wordSteps` are those of {@link heatSteps}. */
export function heatScale(
  mirror: Mirror,
  wordSteps: () => readonly number[],
): HeatScale | undefined {
  const { measure } = useHeat.getState()
  if (measure === 'words') return { valueOf: (node) => node.words, steps: wordSteps() }
  const { story, shares } = usePlaytest.getState()
  if (measure === undefined || story !== mirror.story.id) return undefined
  return { valueOf: (node) => shares.get(node.id) ?? 0, steps: READER_STEPS }
}

/** The color of a card; none for one without a value. */
export function heatColor(node: NodeCard, scale: HeatScale): string | undefined {
  const value = scale.valueOf(node)
  if (node.kind === 'group' || value === 0) return undefined
  return HEAT_COLORS[scale.steps.findLastIndex((least) => value >= least)]
}
