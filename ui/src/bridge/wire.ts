/** The messages between page and program. One call, one stream of events. */

import type {
  ActiveTurn,
  ContextItem,
  Question,
  TokenSizes,
  TokensJson,
  UnpricedUsage,
} from '../generated/tools'

/** What tools and events tell alike. */
export type { ContextItem, Question, UnpricedUsage }
/** Tokens: of the request, of the reply, and how many of the request came from a cache. */
export type Usage = TokensJson
/** The size of the parts of a request, in tokens. */
export type Sizes = TokenSizes
/** An active turn, as `list_turns` returns it. */
export type RunningTurn = ActiveTurn

export type Code =
  | 'INVALID_ACTION_INPUT'
  | 'UNKNOWN_ACTION'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PERMISSION_DENIED'
  | 'REPEATED_CALL'
  | 'TOOL_DISABLED'
  | 'UNAVAILABLE'
  | 'CANCELLED'
  | 'INTERNAL'
  // What the page says itself: nothing answers, or the program was started again since.
  | 'OFFLINE'
  | 'OTHER_START'

export interface ErrorReport {
  code: Code
  message: string
  path?: string
  expected?: string
  got?: string
  hint?: string
  /** The same by a fixed word and its parts; with its place in a file, or in a condition or effect. */
  said?: {
    what: string
    parts?: Record<string, string | number>
    file?: string | null
    line?: number | null
    at?: number
  }
}

export interface VersionRef {
  id: string
  number: number
}

export interface WriteRecord {
  node: string | null
  title: string
  capability: string
  version: VersionRef | null
}

/** How a result is best displayed, as derived from the tool's own hints. */
export interface UiSchema {
  template: string
  title: string
  fields: Record<string, unknown>
}

export interface Answer<Data = unknown> {
  tool_name: string
  tool_call_id: string
  tool_call_args: unknown
  status: 'success' | 'failure' | 'partial'
  result?: { module: string; method: string; data: Data }
  error?: ErrorReport
  ui_schema?: UiSchema
  wrote?: WriteRecord[]
  change?: number
  /** Whether a person changed the arguments before the call ran; these are the changed ones. */
  edited_by_person?: boolean
  /** The turn and thread in which a typed command is saved. */
  turn?: string
  thread?: string
}

export interface Call {
  name: string
  args: Record<string, unknown>
  /** The node being edited; tools use it if the arguments name none. */
  node?: string
  /** Read the story with this draft applied. */
  draft?: string
  /** The call's id: a repeated call with the same id is answered with its first outcome. */
  id?: string
  /** Whether the person has confirmed a call that costs money or cannot be undone. */
  confirmed?: boolean
}

/** What a turn used. */
export interface TurnCost {
  /** Tokens, if the model's service reports them. */
  usage?: Usage
  /** How many pictures it paid for; present if there are any. */
  pictures?: number
  /**
   * The cost of tokens and pictures in the currency of the settings, as far as prices are known.
   */
  cost?: number
  /**
   * What `cost` leaves out because the settings have no price for it; present if anything is left
   * out.
   */
  uncounted?: UnpricedUsage
}

export interface TurnOutcome extends TurnCost {
  turn: string
  thread: string
  ending: 'done' | 'bounded' | 'refused' | 'cancelled' | 'failed'
  text: string
  calls_succeeded: number
  calls_failed: number
  draft: string | null
  /** Whether “continue” resumes it where it stopped. */
  can_go_on?: boolean
}

/** The progress of a call that runs for more than a moment. */
export interface Progress {
  /** The call's number, used to cancel it. */
  run: number
  /** The call's id. */
  call: string
  tool: string
  origin: string | null
  turn: string | null
  /** From 0 to 1; null if unknown. */
  done: number | null
  doing: string | null
  ended: boolean
}

/** The events, in order; `sequence` has no gaps on one connection. */
export type StoryEvent = { sequence: number } & (
  | {
      type: 'data:changed'
      number: number
      author: { kind: 'person' | 'assistant' | 'program'; name: string }
      origin: string | null
      turn: string | null
      draft: string | null
      nodes: string[]
    }
  | { type: 'turn_began'; turn: string; thread: string; node: string | null; instruction: string }
  | { type: 'text'; turn: string; text: string }
  | { type: 'thinking'; turn: string; text: string }
  /** What the model was shown; `show_context` returns it in full. */
  | { type: 'context_shown'; turn: string; sizes: Sizes; story: ContextItem[] }
  /** The text streamed since the last call, or since the turn began, is discarded. */
  | { type: 'text_discarded'; turn: string }
  | { type: 'tool_call_began'; turn: string; call_id: string; name: string; args: unknown }
  | { type: 'tool_answered'; turn: string; output: Answer }
  | { type: 'asked'; turn: string; question: Question }
  | { type: 'retrying'; turn: string; attempt: number; after_ms: number; reason: string }
  | { type: 'turn_ended'; turn: string; outcome: TurnOutcome }
  | ({ type: 'progress' } & Progress)
  /** Somebody came, went or did something through a hub, or a credential changed. */
  | { type: 'agents:changed' }
)
