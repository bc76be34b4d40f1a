/** Virtual lists: only the visible rows are in the page. */

import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The visible rows, and one more that always stays in the page; none for -1. */
export function rangeIncluding(range: Range, kept: number): number[] {
  const inSight = defaultRangeExtractor(range)
  return kept < 0 || inSight.includes(kept) ? inSight : [...inSight, kept].sort((a, b) => a - b)
}
