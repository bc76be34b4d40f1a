/** A conversation loaded from the story file, as its turns. */

import type { Answer } from '../../../bridge'
import type { ChatMessage, ContentSegment, MessageMetadata } from '../../../generated/tools'
import { answered, freshTurn, type Turn, usageIn, withCall, withCost } from './reduce'

/** A line of `thread_history`. */
export type Message = Pick<ChatMessage, 'turn' | 'role' | 'content'> & {
  metadata?: MessageMetadata
}

/** The turns of these messages, oldest first; `drafts` tells which drafts of theirs still wait. */
export function turnsOf(messages: readonly Message[], drafts: ReadonlyMap<string, string>): Turn[] {
  const turns = new Map<string, Turn>()
  for (const message of messages) {
    const old = turns.get(message.turn) ?? {
      ...freshTurn(message.turn, '', null),
      draft: drafts.get(message.turn) ?? null,
    }
    turns.set(message.turn, read(old, message))
  }
  return [...turns.values()]
}

function read(turn: Turn, { role, content, metadata }: Message): Turn {
  if (role === 'user') {
    if (turn.instruction) return turn
    const { pictures = [] } = metadata ?? {}
    return { ...turn, instruction: content, ...(pictures.length > 0 ? { pictures } : {}) }
  }
  if (role === 'tool') {
    const output = metadata?.tool_agent_output as Answer | undefined
    return output ? answered(turn, output) : turn
  }
  // What the program tells the model is not for the reader.
  if (role === 'system') return turn
  const counted = costing(turn, metadata?.reply?.usage)
  const took = metadata?.spent ? withCost(counted, metadata.spent) : counted
  if (metadata?.ending) {
    const { ending, can_go_on } = metadata
    return { ...took, state: ending, closing: content, canGoOn: can_go_on === true }
  }
  const segments: ContentSegment[] = metadata?.segments ?? [{ type: 'text', text: content }]
  return segments.reduce(withSegment, took)
}

/** A turn took the tokens of its replies together, where its last line does not say what it took. */
function costing(turn: Turn, usageData: unknown): Turn {
  const usage = usageIn(usageData)
  if (!usage) return turn
  const { input, output, cached } = turn.usage ?? { input: 0, output: 0, cached: 0 }
  const sum = {
    input: input + usage.input,
    output: output + usage.output,
    cached: cached + usage.cached,
  }
  return { ...turn, usage: sum }
}

function withSegment(turn: Turn, segment: ContentSegment): Turn {
  if (segment.type === 'tool_call') {
    const { id = '', name, args } = segment.toolCall
    return withCall(turn, { kind: 'call', id, name, args })
  }
  if (segment.type !== 'text' || !segment.text.trim()) return turn
  return { ...turn, entries: [...turn.entries, { kind: 'words', text: segment.text }] }
}
