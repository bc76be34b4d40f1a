/** The messages between page and program. One call, one stream of events. */

import type {
  ActiveTurn,
  ContextItem,
  ErrorReport as ProgramErrorReport,
  StoryEvent as ProgramEvent,
  Progress,
  Question,
  TokenSizes,
  TokensJson,
  ToolAgentOutput,
  ToolResult,
  TurnOutcome,
  TurnUsage,
  UiHints,
  UnpricedUsage,
  VersionRef,
  WrittenVersion,
} from '../generated/tools'

/** What tools and events tell alike. */
export type {
  ContextItem,
  Progress,
  Question,
  TurnOutcome,
  TurnUsage,
  UiHints,
  UnpricedUsage,
  VersionRef,
  WrittenVersion,
}
/** Tokens: of the request, of the reply, and how many of the request came from a cache. */
export type Usage = TokensJson
/** The size of the parts of a request, in tokens. */
export type Sizes = TokenSizes
/** An active turn, as `list_turns` returns it. */
export type RunningTurn = ActiveTurn

/** The program's codes, and what the page says itself: nothing answers, or the program was started again since. */
export type Code = ProgramErrorReport['code'] | 'OFFLINE' | 'OTHER_START'

/** A failure, as the program or the page itself tells it. */
export type ErrorReport = Omit<ProgramErrorReport, 'code'> & { code: Code }

/** The record of a call. */
export type Answer<Data = unknown> = Omit<ToolAgentOutput, 'error' | 'result'> & {
  error?: ErrorReport
  result?: Omit<ToolResult, 'data'> & { data: Data }
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

/** The events, in order; `sequence` has no gaps on one connection. */
export type StoryEvent =
  | Exclude<ProgramEvent, { type: 'tool_answered' }>
  | { sequence: number; type: 'tool_answered'; turn: string; output: Answer }
