/** Long lists, of which only the rows in sight are in the page. */

import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The rows in sight, and one more that stays in the page wherever it goes; none for -1. */
export function rangeIncluding(range: Range, kept: number): number[] {
  const inSight = defaultRangeExtractor(range)
  return kept < 0 || inSight.includes(kept) ? inSight : [...inSight, kept].sort((a, b) => a - b)
}
