/**
 * The input and the output of each tool by its name.
 * Written by `cargo xtask codegen` from the tools themselves; do not edit.
 */

/** A node in an answer: enough to name it in the next call. */
export type NodeRef = {
  id: string
  title: string
}

/** Something a person should know about a file. */
export type ImportNotice = {
  /** The path of the file it stands in, where the story is made of several. */
  file?: string
  /** The line of the file, counted from 1. */
  line?: number
  /** The message id. */
  what: string
  /** Its parts by name. */
  parts: Record<string, MessagePart>
  /** The same in English. */
  message: string
}

/** A part of a message in a [`MessageShape`]. */
export type MessagePart = string | number

/** Another way of dividing prose. */
export type OtherSplit = {
  /** What to give as `split`. */
  split: string
  /** How many nodes it gives. */
  nodes: number
}

/** A node that would be imported. */
export type PreviewedNode = {
  title: string
  words: number
  /** The group it stands in. */
  group?: string
}

/** What a call may cost, in the words of the one who pays. */
export type Impact = 'read' | 'write' | 'spend' | 'destroy'

/** Which tools are shown to a model. */
export type ToolChoice = 'all' | 'fitting' | 'project_cli'

/** A failure as shown to the caller (AT-8). */
export type ErrorReport = {
  /** The code, for programs. */
  code: Code
  /** What was wrong. */
  message: string
  /** The capability's name, if the tool is known. */
  module?: string
  /** The tool's name in it. */
  method?: string
  /** Where in the arguments, as a JSON pointer. */
  path?: string
  /** What would have been valid. */
  expected?: string
  /** What was given, at most 200 characters. */
  got?: string
  /** What to do next. */
  hint?: string
  /** The message id and its parts, for interfaces in other languages: `{"what", "parts"}`; for an error in a file also its `file` and `line`. */
  said?: MessageParts
  /** The input schema, if the input did not fit it. */
  input_schema?: unknown
}

/** Why a call failed, for programs. A code is added only if some interface acts on it. */
export type Code = 'INVALID_ACTION_INPUT' | 'UNKNOWN_ACTION' | 'NOT_FOUND' | 'CONFLICT' | 'PERMISSION_DENIED' | 'REPEATED_CALL' | 'TOOL_DISABLED' | 'UNAVAILABLE' | 'CANCELLED' | 'INTERNAL'

/** The shape of a message id with its parts, as it is stored and sent. */
export type MessageParts = {
  /** The message id. */
  what: string
  /** Its parts: text or numbers. */
  parts?: Record<string, unknown>
  /** The file with the fault. */
  file?: string
  /** The line of the fault in the file, counting from 1. */
  line?: number
  /** The place of the fault in a condition or effect, in characters. */
  at?: number
}

/** The strategy named in a configuration: `{"type": "plugin", "pluginId": "…", "config": {…}}` (CM-6). */
export type ContextStrategy = {
  /** Always `plugin`. */
  type: string
  /** The strategy's id. */
  pluginId: string
  /** The strategy's own configuration. */
  config?: unknown
}

/** A version named briefly. */
export type VersionRef = {
  /** Its identity. */
  id: string
  /** Its number within the slot. */
  number: number
}

/** The full record of a call (AT-7). */
export type ToolAgentOutput = {
  /** The name that was called: a tool's name, or `project_cli`. */
  tool_name: string
  /** The call's id. */
  tool_call_id: string
  /** The arguments as called, or as edited by a person. */
  tool_call_args: unknown
  /** Whether a person changed the arguments before the call ran. */
  edited_by_person?: boolean
  /** How it went. */
  status: Status
  /** The result, if it succeeded. */
  result?: ToolResult
  /** The failure, if it failed. */
  error?: ErrorReport
  /** Hints for displaying it; interfaces send them compiled, as `ui_schema`. */
  ui_schema?: UiHints
  /** What it wrote. */
  wrote?: Array<WrittenVersion>
  /** The number of the change it made. */
  change?: number
}

/** How a call went. */
export type Status = 'success' | 'failure' | 'partial'

/** The machine-readable result of a call: ids, counts, versions, for chaining. */
export type ToolResult = {
  /** The capability's name. */
  module: string
  /** The tool's name in it. */
  method: string
  /** What the tool returned. */
  data: unknown
  /** Arguments that were not of the schema's types, and what they were taken for. */
  understood?: Array<string>
}

/** Hints for displaying a result (AT-9); the only source of tool UI. */
export type UiHints = {
  /** The kind of display: `attributes`, `picture`, `prose`, `nodes`, `versions`, `message`. */
  template: string
  /** One line: what was done. */
  title: string
  /** The values to display. */
  fields: Record<string, unknown>
}

/** A version written by a call, for display: which node, which capability, which number. */
export type WrittenVersion = {
  /** The node, if it belongs to one. */
  node: string | null
  /** Its title after the call (before it, if the node was removed). */
  title: string
  /** The capability, or the built-in part of the node. */
  capability: string
  /** The version adopted now; `None` if there is none. */
  version: VersionRef | null
}

/** The progress of a long call. As JSON: `{"type":"progress","run":17,"call":…,"tool":"export_story","origin":…,"turn":…,"done":0.42,"doing":"writing pages","ended":false}`. */
export type Progress = {
  /** Identifies the run while the story is open in this process; counts from 1. */
  run: number
  /** The call's id. */
  call: string
  /** The tool's name. */
  tool: string
  /** The window or process it was called from. */
  origin: string | null
  /** The turn it belongs to. */
  turn: string | null
  /** The fraction done, from 0 to 1; `None` if the tool does not report it. */
  done: number | null
  /** What it is doing now, in a few words; `None` if the tool does not report it. */
  doing: string | null
  /** What it has written so far, if it writes a text that may be read while it comes. */
  text?: string
  /** Whether it has ended; reported once for every run that was announced. */
  ended: boolean
  type: 'progress'
}

/** A message that the story stores. */
export type PostedMessage = {
  /** Its identity. */
  id: string
  /** The client that wrote it; null for the person who runs the program. */
  from: Address | null
  /** The name of who wrote it. */
  name: string
  /** The text. */
  text: string
  /** When it was written. */
  time: string
}

/** A sender or a recipient. */
export type Address = {
  /** The client's id; `*` as a recipient means all of the type in the environment. */
  id: string
  /** The client's type. */
  type: ClientType
  /** The environment of the recipient. Only needed from a person outside environments. */
  environment?: string
}

/** The type of a client. The document names four; a hub can be given more (SP-9). */
export type ClientType = string
