/** The looks of capabilities, found by file name: `kv.tsx` draws what the capability `kv` holds. */

import type { Card } from './card'
import { Card as OtherCard } from './other'

export { isAlias } from './attributes/aliases'
export { followAttributes } from './attributes/followed'
export { Compared } from './compare/Compared'
export { DraftLine } from './DraftLine'
export { Fault } from './Fault'
export { ToolForm } from './form/ToolForm'
export { NameState } from './NameState'
export type { Variant } from './pictures/picture'
export { type Piece, Pieces } from './prose/Pieces'
export { RunBar, RunLine } from './RunLine'
export { useReading } from './reading'
export { useHand } from './useHand'
export { type UseTool, useTool } from './useTool'

const found = import.meta.glob<Card>(['./[a-z]*.tsx', '!./*.test.tsx', '!./other.tsx'], {
  eager: true,
  import: 'Card',
})

/** The capabilities that have a look of their own. */
export const drawn: readonly string[] = Object.keys(found).map((it) => it.slice(2, -4))

/** The card of a capability; one without a look of its own gets its values and the forms of its tools. */
export function cardOf(capability: string): Card {
  return found[`./${capability}.tsx`] ?? OtherCard
}
