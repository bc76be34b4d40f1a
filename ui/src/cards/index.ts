/**
 * The cards of capabilities, found by file name: `kv.tsx` shows the data of the capability `kv`.
 */

import type { Card } from './card'
import { Card as OtherCard } from './other'

export { isAlias } from './attributes/aliases'
export { CreateSnapshot } from './CreateSnapshot'
export type { CardHandle } from './card'
export { Chat } from './chat/Chat'
export { withMessage } from './chat/withMessage'
export { Compared } from './compare/Compared'
export { DraftBanner } from './DraftBanner'
export { ErrorMessage } from './ErrorMessage'
export { excerptParts } from './excerpt'
export { FindOptions } from './FindOptions'
export { ToolForm } from './form/ToolForm'
export { Markdown } from './markdown/Markdown'
export { PromptButtons } from './PromptButtons'
export type { Variant } from './pictures/picture'
export { LONGEST_PROMPT, LONGEST_PROMPT_NAME, setPrompts, usePrompts } from './prompts'
export { CommentForm } from './prose/comments/CommentForm'
export { type DiffPiece, DiffText } from './prose/DiffText'
export { FONTS, MEASURES, SIZES, useWriting } from './prose/writing'
export { RunProgress, RunProgressBar } from './RunProgress'
export { RuleInput } from './rules/RuleInput'
export { SoundButton } from './SoundButton'
export { useEditableField } from './useEditableField'
export { type MatchResults, matchContext, type NodeMatches, useMatches } from './useMatches'
export { useNodeDetails } from './useNodeDetails'
export { useOpenNode } from './useOpenNode'
export { type Reading, useReading } from './useReading'
export { type ToolCaller, useToolCall } from './useToolCall'

const found = import.meta.glob<Card>(['./[a-z]*.tsx', '!./*.test.tsx', '!./other.tsx'], {
  eager: true,
  import: 'Card',
})

/** The capabilities that have a look of their own. */
export const capabilitiesWithCard: readonly string[] = Object.keys(found).map((it) =>
  it.slice(2, -4),
)

/** The card of a capability; one without a look of its own gets its values and the forms of its tools. */
export function cardOf(capability: string): Card {
  return found[`./${capability}.tsx`] ?? OtherCard
}
export { WordGoal } from './WordGoal'
