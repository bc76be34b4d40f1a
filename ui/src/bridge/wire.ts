/** What goes over the wire, as the program writes it. One call, one stream of events. */

export type Code =
  | 'INVALID_ACTION_INPUT'
  | 'UNKNOWN_ACTION'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PERMISSION_DENIED'
  | 'UNAVAILABLE'
  | 'CANCELLED'
  | 'INTERNAL'

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

/** How a result is best shown: compiled from the tool's own hints. */
export interface UiSchema {
  template: string
  title: string
  fields: Record<string, unknown>
}

export interface Answer {
  tool_name: string
  tool_call_id: string
  tool_call_args: unknown
  status: 'success' | 'failure' | 'partial'
  result?: { module: string; method: string; data: unknown }
  error?: ErrorReport
  ui_schema?: UiSchema
  wrote?: WriteRecord[]
  change?: number
  /** Whether a person changed the arguments before it ran; they are given as they ran. */
  edited_by_person?: boolean
  /** The turn and the conversation that keep a command which the person typed. */
  turn?: string
  thread?: string
}

export interface Call {
  name: string
  args: Record<string, unknown>
  /** The node being edited; tools that name none act on it. */
  node?: string
  /** Read the story with this draft laid over it. */
  draft?: string
  /** The call's id: one sent again under the same id is answered with its first outcome. */
  id?: string
  /** Whether the person has said yes to a call that costs or cannot be undone. */
  confirmed?: boolean
}

export interface Question {
  call_id: string
  tool: string
  impact: 'read' | 'write' | 'spend' | 'destroy'
  args: unknown
  text: string
}

/** What a turn took. */
export interface TurnCost {
  /** Tokens, where the model's service says. */
  usage?: Usage
  /** How many pictures it paid for; told where there are any. */
  pictures?: number
  /** What tokens and pictures cost in the currency of the settings, as far as prices are known. */
  cost?: number
  /** What `cost` leaves out because the settings give no price; told where it leaves out anything. */
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
  /** Whether the words “go on” take it up where it stopped. */
  can_go_on?: boolean
}

/** What a cost leaves out for want of a price: the tokens, so many of the pictures. */
export interface UnpricedUsage {
  tokens: boolean
  pictures: number
}

/** Tokens: of what was asked, of what was answered, and how many of the first came from a cache. */
export interface Usage {
  input: number
  output: number
  cached: number
}

/** How large the parts of a request are, in tokens. */
export interface Sizes {
  system: number
  tools: number
  story: number
  memory: number
  messages: number
  free: number
  limit: number
}

/** A piece of the story that was chosen for a request. */
export interface ContextItem {
  node: string | null
  title: string
  reason: string
  tokens: number
  /** Whether it was shown; false where it did not fit. */
  shown: boolean
  text: string
}

/** A turn that works now, as `list_turns` tells it. */
export interface RunningTurn {
  turn: string
  thread: string
  node: string | null
  instruction: string
  /** RFC 3339. */
  began: string
  questions: Question[]
}

/** How far a call has come that runs for more than a moment. */
export interface Progress {
  /** The call's number, by which it is cancelled. */
  run: number
  /** The call's id. */
  call: string
  tool: string
  origin: string | null
  turn: string | null
  /** From 0 to 1; null where nobody knows. */
  done: number | null
  doing: string | null
  ended: boolean
}

/** What happened, in order; `sequence` has no gaps on one connection. */
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
  /** What the model was shown; `show_context` tells it in full. */
  | { type: 'context_shown'; turn: string; sizes: Sizes; story: ContextItem[] }
  /** The words since the last call, or since the turn began, do not count. */
  | { type: 'text_discarded'; turn: string }
  | { type: 'tool_call_began'; turn: string; call_id: string; name: string; args: unknown }
  | { type: 'tool_answered'; turn: string; output: Answer }
  | { type: 'asked'; turn: string; question: Question }
  | { type: 'retrying'; turn: string; attempt: number; after_ms: number; reason: string }
  | { type: 'turn_ended'; turn: string; outcome: TurnOutcome }
  | ({ type: 'progress' } & Progress)
)
