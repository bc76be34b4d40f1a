/**
 * The input and the output of each tool by its name.
 * Written by `cargo xtask codegen` from the tools themselves; do not edit.
 */

import type { Address, ClientType, ContextStrategy, ErrorReport, Impact, ImportNotice, MessageParts, NodeRef, OtherSplit, PostedMessage, PreviewedNode, Progress, ToolAgentOutput, ToolChoice } from './sharedTypes'

export type { Address, ClientType, Code, ContextStrategy, ErrorReport, Impact, ImportNotice, MessagePart, MessageParts, NodeRef, OtherSplit, PostedMessage, PreviewedNode, Progress, Status, ToolAgentOutput, ToolChoice, ToolResult, UiHints, VersionRef, WrittenVersion } from './sharedTypes'

/** A story that was opened here. */
export type Recent = {
  /** Its key. */
  story: string
  /** Its title, as it was last seen. */
  title: string
  /** Its file. */
  path: string
  /** When it was last opened. */
  opened: string
  /** Whether nobody has closed it since. */
  left_open: boolean
  /** Whether its file is not there now. */
  missing: boolean
}

/** Settings as a window shows them. */
export type SettingsView = {
  /** The language model: `builtin`, or `provider:model`. */
  model: string
  /** The image model: `builtin`, or `provider:model`. */
  image_model: string
  /** The language model that keeps summaries of scenes and proposes rules from corrections, in the background: `provider:model`. Empty: nothing is kept. */
  light_model: string
  /** How much the assistant may do by itself. */
  autonomy: Autonomy
  /** The language of texts for people, as a BCP 47 tag: `en`, `zh`. Empty: the system's. */
  language: string
  /** The name that the story's history gives to the person. Empty: the system's user name. */
  author: string
  /** The colors of the window: light, dark, or as the system has them. */
  theme: Theme
  /** How large everything in the window is drawn, in percent. */
  scale: number
  /** How often open stories are backed up, in minutes, and when they are closed; 0: never. */
  backup_minutes: number
  /** The folder for backups, instead of `Backups` in the folder for stories. Only the file sets it: a page names no folders (decision 16). */
  backup_folder?: string
  /** Servers of one's own, by the name used in `model`; under the name of a known one, what is to be different there. */
  providers: Record<string, ProviderEntry>
  /** Which tools the assistant is shown, how its conversations are fitted, how far a turn may go. */
  assistant: TurnSettings
  /** Servers of other programs whose tools join those of a story, by name. */
  mcp?: Record<string, OutsideServer>
  /** Agents of other programs that may be chosen in the place of a model, as `acp:NAME`. */
  acp?: Record<string, OutsideAgent>
  /** What the hub of a story encrypts connections from other computers with. */
  hub?: CertificateFiles
  /** Prompts of one's own for the assistant, by their names. */
  prompts?: Record<string, string>
  /** The same as a form shows it: one value for each name that `update_settings` takes. */
  values: SettingValues
  /** The file that keeps it; `None` on a system without homes. */
  file: string | null
  /** The model this program was started with, which stands before the chosen one. */
  started_with: string | null
  /** Whether the model that answers is shown the pictures of a message. */
  sees_pictures: boolean
  /** Every model, or family of models, that can be chosen. */
  models: Array<ModelChoice>
}

/** How much the assistant may do on its own. */
export type Autonomy = 'review' | 'adopt' | 'ask'

/** The colors of the window. */
export type Theme = 'system' | 'light' | 'dark'

/** A server that speaks one of the supported APIs. */
export type ProviderEntry = {
  /** Where its API begins: `http://localhost:11434/v1`. Empty: the default address. */
  base_url: string
  /** Which known server it speaks like: `anthropic`, `gemini`, `ollama`, `openai-responses`, … Empty: like OpenAI's Chat Completions, which most servers speak. */
  like?: string
  /** The version of its API, if the API has a header for it. */
  api_version?: string
  /** Fields added to each request under the API's own names: `temperature`, `thinking`, … */
  extra?: Record<string, unknown>
  /** Its context window in tokens, if it differs from the default. */
  context_tokens?: number
  /** Its longest reply in tokens, if it differs from the default. */
  output_tokens?: number
  /** Whether its models accept pictures, if that differs from the default. */
  pictures?: boolean
  /** Whether it accepts a system message after the conversation, if that differs from the default: more of each request is then read from its cache. */
  late_system?: boolean
}

/** The `[assistant]` of a settings file. */
export type TurnSettings = {
  /** Which tools a model is shown: `all`, `fitting`, `project_cli`. */
  tools: ToolChoice
  /** How a conversation is fitted into the model's window (CM-6). */
  context_strategy?: ContextStrategy
  /** How far a turn may go. */
  limits: TurnLimits
}

/** The limits of one turn that a person can set. */
export type TurnLimits = {
  /** Requests to the model; 25 by default. */
  steps?: number
  /** Input and output tokens, summed over the requests. */
  tokens?: number
  /** The cost of its tokens and images, in the currency of the prices. */
  money?: number
  /** The token price of models without a price in `token_prices`. */
  price?: Price
  /** Token prices by model name (`provider:model`). */
  token_prices?: Record<string, Price>
  /** Image prices by model name (`provider:model`), in the same currency. */
  picture_prices?: Record<string, number>
  /** How many paid images may be generated; 8 by default if the cost is not limited. */
  pictures?: number
}

/** What a model's tokens cost, per million. */
export type Price = {
  /** Input tokens. */
  input: number
  /** Input tokens that came from the provider's cache. */
  cached: number
  /** Output tokens. */
  output: number
}

/** A server of another program, as it is in `settings.toml` under `[mcp.NAME]`. Its tools join those of the story as a capability of that name. */
export type OutsideServer = {
  /** The program to start; it speaks over its standard input and output. */
  command?: string
  /** Its arguments. */
  args?: Array<string>
  /** Its environment, beside the path and the home folder; nothing else of ours reaches it. */
  env?: Record<string, string>
  /** Its address, in place of a program: `http://127.0.0.1:4000/mcp`. */
  url?: string
  /** The provider's name under which the key for this address is kept: `storyteller key set NAME`. */
  key?: string
  /** The id of a client that was registered with the address by hand, for signing in where programs cannot register themselves. Its secret, if it has one, is kept like a key. */
  client_id?: string
  /** Whether a person has signed in to this address; the tokens are kept like a key. */
  signed_in?: boolean
  /** The only tools to take from it; all if left out. */
  tools?: Array<string>
  /** How many seconds it may take to start, and to answer; 20 and 120 if left out. */
  seconds?: number
  /** Whether it is left alone for now. */
  off?: boolean
  /** Its tools that nobody may call. */
  refused?: Array<string>
  /** Its tools that run without a question, each with the hash of how it described itself when it was allowed; one whose description changes asks again. */
  allowed?: Record<string, string>
}

/** An agent of another program, as it is in `settings.toml` under `[acp.NAME]`. */
export type OutsideAgent = {
  /** The program to start; it speaks the Agent Client Protocol over its standard input and output. */
  command: string
  /** Its arguments. */
  args?: Array<string>
  /** Its environment, beside the path and the home folder; nothing else of ours reaches it. */
  env?: Record<string, string>
  /** How many seconds it may take to begin, and be silent; 120 and 600 if left out. */
  seconds?: number
  /** The mode in which it works, by the id or the name that it gives: `plan`. As it comes if left out. */
  mode?: string
}

/** Files of a certificate, in PEM. */
export type CertificateFiles = {
  /** The certificate, with those that lead to its authority. */
  certificate: string
  /** Its private key, which only its owner may be able to read. */
  key: string
}

/** The settings that are one value each, as a form shows them. */
export type SettingValues = {
  /** The language model: `builtin`, or `provider:model`. */
  model: string
  /** The image model: `builtin`, or `provider:model`. */
  image_model: string
  /** The language model that keeps summaries of scenes and proposes rules from corrections, in the background: `provider:model`. Empty: nothing is kept. */
  light_model: string
  /** How much the assistant may do by itself. */
  autonomy: Autonomy
  /** The language of texts for people, as a BCP 47 tag: `en`, `zh`. Empty: the system's. */
  language: string
  /** The name that the story's history gives to the person. Empty: the system's user name. */
  author: string
  /** The colors of the window: light, dark, or as the system has them. */
  theme: Theme
  /** How large everything in the window is drawn, in percent. */
  scale: number
  /** How often open stories are backed up, in minutes, and when they are closed; 0: never. */
  backup_minutes: number
  /** Which tools a model is shown. */
  tools: ToolChoice
  /** How many requests to the model one turn of the assistant may make; 0: the default. */
  limit_steps: number
  /** How many tokens one turn of the assistant may use; 0: no limit. */
  limit_tokens: number
  /** How many paid pictures one turn of the assistant may have generated; 0: the default. */
  limit_pictures: number
}

/** A model, or a family of them, that can be chosen. */
export type ModelChoice = {
  /** Its provider: what stands before the colon; `builtin` for the one in the program. */
  provider: string
  /** Where it is served; empty where only the person can know. */
  address: string
  /** Whether it asks for a key. */
  needs_key: boolean
}

/** What import_story did. */
export type ImportReport = {
  format: string
  nodes: number
  /** Those of the nodes that are groups. */
  groups?: number
  links: number
  assets: number
  words: number
  /** Versions of the file's past that came along. */
  versions?: number
  /** Its drafts, snapshots and conversations that came along. */
  drafts?: number
  states?: number
  conversations?: number
  /** Nodes that were here and are not in the file. */
  removed?: number
  /** Those of the links that lead from the file to a node that was here, or the other way, because a text names it. */
  connected?: number
  /** The first of the new nodes. */
  first: Array<NodeRef>
  /** At most [`MAX_WARNINGS`]. */
  warnings: Array<ImportNotice>
  /** How many more there are. */
  more_warnings?: number
}

/** A backup of a story. */
export type Backup = {
  /** The name of its file. */
  name: string
  /** When it was taken. */
  taken: string
  /** How large it is. */
  bytes: number
}

/** Everything known about a tool without running it. All interfaces are generated from it. */
export type ToolSpec = {
  /** The capability's name. */
  module: string
  /** Its name within the module: `update`. */
  method: string
  /** Its name for models and slash commands: `update_node_kv`. */
  name: string
  /** A short name for use in a terminal: `undo`. */
  verb: string | null
  /** What it does; product text, from the doc comment of its input. */
  description: string
  /** Other phrases people use for it, by the code of their language. */
  aliases: Record<string, Array<string>>
  /** What a call may cost. */
  impact: Impact
  /** Who can see it. */
  audience: Audience
  /** The JSON Schema of its input: an object of strings, numbers, booleans, enums and lists. */
  schema: unknown
  /** The JSON Schema of what it returns, an object; `None` for a tool of another program that does not say. */
  output_schema?: unknown
}

/** To whom a tool is shown. */
export type Audience = 'everyone' | 'people'

/** The text of a license. */
export type LicenseText = {
  name: string
  text: string
}

/** Whether there is a key, and where; never the key. */
export type KeyState = {
  /** Whose key. */
  provider: string
  /** Where it stands, in words; `None` where there is none. */
  place: string | null
}

/** The result of a connection test. */
export type CheckOutcome = 'ok' | 'key_refused' | 'no_credit' | 'model_unknown' | 'not_reachable' | 'busy' | 'misconfigured' | 'failed'

/** A model that a server offers. */
export type ListedModel = {
  /** The id that stands after the colon. */
  id: string
  /** Its context window in tokens, where the server says. */
  context_tokens?: number
}

/** A server of another program. */
export type OutsideServerView = {
  /** Its name, which stands before the names of its tools. */
  name: string
  /** The program to start; empty where it has an address. */
  command: string
  /** The program's arguments. */
  args: Array<string>
  /** The names of the variables it gets; never what they hold. */
  env: Array<string>
  /** Its address; empty where it is a program. */
  url: string
  /** Where its key is kept; null where it has none. */
  key: string | null
  /** The id of a client that was registered with it by hand; empty where there is none. */
  client_id: string
  /** Where the secret of that client is kept; null where it has none. */
  client_secret: string | null
  /** Whether a person is signed in to it. */
  sign_in: SignInView
  /** How many seconds it may take; null for the default. */
  seconds: number | null
  /** What it does now. */
  phase: PhaseName
  /** Why it failed, where it did. */
  why?: ErrorReport
  /** Its tools, as it told them last. */
  tools: Array<OutsideToolView>
}

/** Whether a person is signed in to a server. */
export type SignInView = {
  /** How far it is. */
  state: SignInState
  /** The page on which the person signs in, while that is waited for. */
  address?: string
  /** Why the last attempt failed. */
  why?: ErrorReport
}

/** Whether a person is signed in. */
export type SignInState = 'none' | 'needed' | 'waiting' | 'signed_in'

/** What a server does. */
export type PhaseName = 'starting' | 'running' | 'failed' | 'stopped' | 'waiting'

/** A tool of another program. */
export type OutsideToolView = {
  /** The name that its server gives it. */
  name: string
  /** The name by which the assistant calls it. */
  called: string
  /** What it says it does. Somebody else's words. */
  description: string
  /** Stands for its description; goes with what is decided about it. */
  described: string
  /** Whether it may be called. */
  permission: ToolPermission
  /** Whether it was allowed, and has changed its description. */
  changed: boolean
}

/** Whether a tool of another program may be called. */
export type ToolPermission = 'allow' | 'ask' | 'refuse'

/** A connected agent or person. */
export type Participant = {
  /** `agent` or `human`. */
  kind: string
  /** The client's id. */
  id: string
  /** Its name. */
  name: string
  /** How far it may go; missing if it may do nothing. */
  level: Level | null
  /** Since when it is connected. */
  since: string
  /** How many actions it asked for since then. */
  actions: number
  /** What it does now. */
  running: string | null
  /** What it did last. */
  last: LastAction | null
}

/** How far a participant may go. */
export type Level = 'read' | 'comment' | 'draft' | 'write'

/** An action that was answered. */
export type LastAction = {
  /** What was asked for. */
  action: string
  /** Whether it was done. */
  done: boolean
  /** When it was answered. */
  time: string
}

/** What passed through a hub since it was started (SP-8). */
export type HubTraffic = {
  /** Clients connected now, the story among them. */
  connections: number
  /** Messages received from clients, by their types. */
  received: Array<Counted>
  /** Messages sent to clients. */
  delivered: number
  /** Messages that wait to be sent now. */
  queued: number
  /** Messages left out for slow readers, who are told and can fetch them. */
  skipped: number
  /** Errors sent to clients, by their reasons. */
  errors: Array<Counted>
  /** The time within which half of the messages left the hub, in microseconds, rounded up. */
  median_micros?: number
  /** The same for 99 of 100 messages. */
  p99_micros?: number
}

/** How many there were of one kind. */
export type Counted = {
  /** The kind: a type of messages, or the reason of an error. */
  name: string
  /** How many. */
  count: number
}

/** A credential, and whether it is valid now. */
export type CredentialRecord = {
  /** Its id, by which a hub knows it; no secret. */
  id: string
  /** The client's id on the hub, and the author's name in the history. */
  client: string
  /** `agent` or `human`. */
  role: ClientType
  /** How far it goes. */
  level: Level
  /** Whether it may use tools that cost money. */
  spend: boolean
  /** The only methods it may use, as `module.method`; all if missing. */
  methods?: Array<string>
  /** When it was made. */
  from: string
  /** When it ends by itself. */
  until: string
  /** The latest end that was signed, where that is later: a hub has to be told that it ended. */
  signed_until?: string
  /** When it was ended before that. */
  ended?: string
  /** The name of its client. */
  name: string
  valid: boolean
}

/** A credential that was made, without its secret. */
export type Credential = {
  /** Its id, by which a hub knows it; no secret. */
  id: string
  /** The client's id on the hub, and the author's name in the history. */
  client: string
  /** `agent` or `human`. */
  role: ClientType
  /** How far it goes. */
  level: Level
  /** Whether it may use tools that cost money. */
  spend: boolean
  /** The only methods it may use, as `module.method`; all if missing. */
  methods?: Array<string>
  /** When it was made. */
  from: string
  /** When it ends by itself. */
  until: string
  /** The latest end that was signed, where that is later: a hub has to be told that it ended. */
  signed_until?: string
  /** When it was ended before that. */
  ended?: string
}

export interface WorkspaceToolMap {
  get_workspace_state: {
    input: Record<string, never>
    output: {
      version: string
      /** The story a window begins with; null: the welcome screen. */
      begin: string | null
      /** The stories that were opened here, newest first. */
      recent: Array<Recent>
      settings: SettingsView
    }
  }
  open_story: {
    input: {
      /** The key of a recent story, as get_workspace_state gives it. */
      story?: string
      /** The file; it takes precedence over the key. */
      path?: string
    }
    output: {
      /** Its key. */
      story: string
      /** Its title. */
      title: string
      /** Its file. */
      path: string
    }
  }
  create_story: {
    input: {
      /** Its title. */
      title: string
      /** The new file. Defaults to a file named by the title in the folder for stories. */
      path?: string
    }
    output: {
      /** Its key. */
      story: string
      /** Its title. */
      title: string
      /** Its file. */
      path: string
    }
  }
  open_sample_story: {
    input: {
      /** The language it is written in, as a BCP 47 tag: `en`, `zh-CN`. Defaults to English. */
      language?: string
      /** Whether to create a new one even if there is one. Defaults to false. */
      fresh?: boolean
    }
    output: {
      /** Its key. */
      story: string
      /** Its title. */
      title: string
      /** Its file. */
      path: string
    }
  }
  create_story_from_file: {
    input: {
      /** The file's name; its beginning becomes the title, its extension tells the format. */
      file_name: string
      /** What is in the file. */
      content: string
      /** How the content is written. */
      encoding?: 'text' | 'base64'
      /** The format. Defaults to the one that fits the file. */
      format?: string
      /** How prose is divided into nodes, as for import_story. */
      split?: string
    }
    output: {
      /** Its key. */
      story: string
      /** Its title. */
      title: string
      /** Its file. */
      path: string
      /** What was read, as import_story reports it; null for a story file. */
      report: ImportReport | null
    }
  }
  preview_file: {
    input: {
      /** The file's name, which helps to find out its format. */
      file_name: string
      /** What is in the file. */
      content: string
      /** How the content is written. */
      encoding?: 'text' | 'base64'
      /** The format. Defaults to the one that fits the file. */
      format?: string
      /** How prose is divided into nodes, as for import_story. */
      split?: string
    }
    output: {
      /** The format's short name. */
      format: string
      /** The format's name for people. */
      title: string
      /** The title of the story in the file. */
      story: string
      /** How many nodes it has, groups aside. */
      nodes: number
      /** How many groups: for prose, its parts. */
      groups: number
      /** How many words. */
      words: number
      /** How the prose is divided; missing where the file itself says what its nodes are. */
      split?: string
      /** How many nodes of this story are in the file, which was exported from it: import_edits brings in what was changed in them. */
      nodes_of_story?: number
      /** What other ways of dividing would give. */
      other_splits?: Array<OtherSplit>
      /** The first nodes, at most 200. */
      first: Array<PreviewedNode>
      /** How many more there are. */
      more?: number
      /** What is odd in the file; at most 50. */
      warnings: Array<ImportNotice>
    }
  }
  list_imports: {
    input: Record<string, never>
    output: {
      /** As `progress` events tell it. */
      imports: Array<Progress>
    }
  }
  cancel_import: {
    input: {
      /** Its number, as list_imports gives it. */
      run: number
    }
    output: {
      /** Whether an import of this window was running under this number. */
      cancelled: boolean
    }
  }
  copy_story: {
    input: {
      /** The story's key. */
      story: string
      /** The new file. Defaults to a file named by the title in the folder for stories. */
      path?: string
      /** Whether to leave out older versions, drafts, snapshots and conversations, for a copy that somebody else is given. Defaults to false. */
      without_history?: boolean
    }
    output: {
      /** Its key. */
      story: string
      /** Its title. */
      title: string
      /** Its file. */
      path: string
    }
  }
  close_story: {
    input: {
      /** The story's key. */
      story: string
    }
    output: Record<string, never>
  }
  remove_recent_story: {
    input: {
      /** The story's key. */
      story: string
    }
    output: Record<string, never>
  }
  compact_story: {
    input: {
      /** The story's key. Defaults to the only open story. */
      story?: string
      /** How many of the newest versions of each item to keep. */
      keep: number
    }
    output: {
      /** How many versions lost their text. */
      versions: number
      /** How many pictures and sounds were removed. */
      assets: number
    }
  }
  verify_story_file: {
    input: {
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      /** What is damaged, one sentence each; empty where nothing is. */
      faults: Array<string>
    }
  }
  list_backups: {
    input: {
      /** The story's key, as get_workspace_state gives it. */
      story: string
    }
    output: {
      /** The folder for the backups of all stories. */
      folder: string
      /** The backups of this story, newest first. */
      backups: Array<Backup>
      /** Why the last one was not taken, if it was not. */
      failure?: ErrorReport
    }
  }
  back_up_story: {
    input: {
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      /** The new backup; null if nothing has changed since the last one. */
      backup: Backup | null
    }
  }
  open_backup: {
    input: {
      /** The key of the story that it was taken of. */
      story: string
      /** Its name, as list_backups gives it. */
      backup: string
    }
    output: {
      /** Its key. */
      story: string
      /** Its title. */
      title: string
      /** Its file. */
      path: string
    }
  }
  list_tools: {
    input: {
      /** The story's key. */
      story?: string
    }
    output: {
      tools: Array<ToolSpec>
    }
  }
  cancel_call: {
    input: {
      /** The number that its `progress` events carry. */
      run: number
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      /** Whether a call was running under this number. */
      cancelled: boolean
    }
  }
  run_slash_command: {
    input: {
      /** What was typed: `/rename_node Neo`. */
      line: string
      /** The conversation it was typed in, by its full id. Starts a new one when left out. */
      thread?: string
      /** The story's key. Defaults to the only open story. */
      story?: string
      /** An id of the command. A command sent again under the same id is not run twice. */
      id?: string
    }
    output: {
      /** The record of the tool's call. */
      record: ToolAgentOutput
      /** The conversation and the turn in it that keep the command; null where it is not kept. */
      thread: string | null
      turn: string | null
    }
  }
  get_settings: {
    input: Record<string, never>
    output: {
      /** The language model: `builtin`, or `provider:model`. */
      model: string
      /** The image model: `builtin`, or `provider:model`. */
      image_model: string
      /** The language model that keeps summaries of scenes and proposes rules from corrections, in the background: `provider:model`. Empty: nothing is kept. */
      light_model: string
      /** How much the assistant may do by itself. */
      autonomy: Autonomy
      /** The language of texts for people, as a BCP 47 tag: `en`, `zh`. Empty: the system's. */
      language: string
      /** The name that the story's history gives to the person. Empty: the system's user name. */
      author: string
      /** The colors of the window: light, dark, or as the system has them. */
      theme: Theme
      /** How large everything in the window is drawn, in percent. */
      scale: number
      /** How often open stories are backed up, in minutes, and when they are closed; 0: never. */
      backup_minutes: number
      /** The folder for backups, instead of `Backups` in the folder for stories. Only the file sets it: a page names no folders (decision 16). */
      backup_folder?: string
      /** Servers of one's own, by the name used in `model`; under the name of a known one, what is to be different there. */
      providers: Record<string, ProviderEntry>
      /** Which tools the assistant is shown, how its conversations are fitted, how far a turn may go. */
      assistant: TurnSettings
      /** Servers of other programs whose tools join those of a story, by name. */
      mcp?: Record<string, OutsideServer>
      /** Agents of other programs that may be chosen in the place of a model, as `acp:NAME`. */
      acp?: Record<string, OutsideAgent>
      /** What the hub of a story encrypts connections from other computers with. */
      hub?: CertificateFiles
      /** Prompts of one's own for the assistant, by their names. */
      prompts?: Record<string, string>
      /** The same as a form shows it: one value for each name that `update_settings` takes. */
      values: SettingValues
      /** The file that keeps it; `None` on a system without homes. */
      file: string | null
      /** The model this program was started with, which stands before the chosen one. */
      started_with: string | null
      /** Whether the model that answers is shown the pictures of a message. */
      sees_pictures: boolean
      /** Every model, or family of models, that can be chosen. */
      models: Array<ModelChoice>
    }
  }
  update_settings: {
    input: {
      /** The language model: `builtin`, or `provider:model`. */
      model?: string
      /** The image model: `builtin`, or `provider:model`. */
      image_model?: string
      /** The language model that keeps summaries of scenes and proposes rules from corrections, in the background: `provider:model`. Empty: nothing is kept. */
      light_model?: string
      /** How much the assistant may do by itself. */
      autonomy?: 'review' | 'adopt' | 'ask'
      /** The language of texts for people, as a BCP 47 tag: `en`, `zh`. Empty: the system's. */
      language?: string
      /** The name that the story's history gives to the person. Empty: the system's user name. */
      author?: string
      /** The colors of the window: light, dark, or as the system has them. */
      theme?: 'system' | 'light' | 'dark'
      /** How large everything in the window is drawn, in percent. */
      scale?: number
      /** How often open stories are backed up, in minutes, and when they are closed; 0: never. */
      backup_minutes?: number
      /** Which tools a model is shown. */
      tools?: 'all' | 'fitting' | 'project_cli'
      /** How many requests to the model one turn of the assistant may make; 0: the default. */
      limit_steps?: number
      /** How many tokens one turn of the assistant may use; 0: no limit. */
      limit_tokens?: number
      /** How many paid pictures one turn of the assistant may have generated; 0: the default. */
      limit_pictures?: number
      /** How conversations are fitted into the model's window. */
      context_strategy?: {
        /** Always `plugin`. */
        type?: string
        /** The strategy's id. */
        pluginId: string
        /** The strategy's own configuration. */
        config?: unknown
      }
      /** Addresses of servers by provider; an empty one means the usual address. */
      addresses?: Record<string, string>
      /** Prompts of one's own by their names; an empty one removes the prompt. Others stay. */
      prompts?: Record<string, string>
    }
    output: {
      /** The language model: `builtin`, or `provider:model`. */
      model: string
      /** The image model: `builtin`, or `provider:model`. */
      image_model: string
      /** The language model that keeps summaries of scenes and proposes rules from corrections, in the background: `provider:model`. Empty: nothing is kept. */
      light_model: string
      /** How much the assistant may do by itself. */
      autonomy: Autonomy
      /** The language of texts for people, as a BCP 47 tag: `en`, `zh`. Empty: the system's. */
      language: string
      /** The name that the story's history gives to the person. Empty: the system's user name. */
      author: string
      /** The colors of the window: light, dark, or as the system has them. */
      theme: Theme
      /** How large everything in the window is drawn, in percent. */
      scale: number
      /** How often open stories are backed up, in minutes, and when they are closed; 0: never. */
      backup_minutes: number
      /** The folder for backups, instead of `Backups` in the folder for stories. Only the file sets it: a page names no folders (decision 16). */
      backup_folder?: string
      /** Servers of one's own, by the name used in `model`; under the name of a known one, what is to be different there. */
      providers: Record<string, ProviderEntry>
      /** Which tools the assistant is shown, how its conversations are fitted, how far a turn may go. */
      assistant: TurnSettings
      /** Servers of other programs whose tools join those of a story, by name. */
      mcp?: Record<string, OutsideServer>
      /** Agents of other programs that may be chosen in the place of a model, as `acp:NAME`. */
      acp?: Record<string, OutsideAgent>
      /** What the hub of a story encrypts connections from other computers with. */
      hub?: CertificateFiles
      /** Prompts of one's own for the assistant, by their names. */
      prompts?: Record<string, string>
      /** The same as a form shows it: one value for each name that `update_settings` takes. */
      values: SettingValues
      /** The file that keeps it; `None` on a system without homes. */
      file: string | null
      /** The model this program was started with, which stands before the chosen one. */
      started_with: string | null
      /** Whether the model that answers is shown the pictures of a message. */
      sees_pictures: boolean
      /** Every model, or family of models, that can be chosen. */
      models: Array<ModelChoice>
    }
  }
  read_licenses: {
    input: Record<string, never>
    output: {
      /** The license of the program as an expression. */
      license: string
      /** The texts of its licenses. */
      texts: Array<LicenseText>
      /** The notices of the parts that others made; missing where they do not lie with the program. */
      notices?: string
    }
  }
  get_api_key_status: {
    input: {
      /** The provider, as written before the colon of a model: `openai`. */
      provider: string
    }
    output: {
      /** Whose key. */
      provider: string
      /** Where it stands, in words; `None` where there is none. */
      place: string | null
    }
  }
  list_api_keys: {
    input: Record<string, never>
    output: {
      keys: Array<KeyState>
    }
  }
  set_api_key: {
    input: {
      /** The provider, as written before the colon of a model: `openai`. */
      provider: string
      /** The key. No answer, log or story contains it. */
      key: string
    }
    output: {
      /** Whose key. */
      provider: string
      /** Where it stands, in words; `None` where there is none. */
      place: string | null
    }
  }
  remove_api_key: {
    input: {
      /** The provider, as written before the colon of a model: `openai`. */
      provider: string
    }
    output: {
      /** Whose key. */
      provider: string
      /** Where it stands, in words; `None` where there is none. */
      place: string | null
      /** Where it was removed. */
      removed: Array<string>
    }
  }
  test_model: {
    input: {
      /** The model: `builtin`, or `provider:model`. */
      model: string
      /** Another address of its server, for this test only. */
      address?: string
    }
    output: {
      /** The result. */
      outcome: CheckOutcome
      /** An explanation for a person; empty on success. Never contains a key. */
      message: string
      /** The same as a message id with arguments, for windows in other languages. */
      said?: MessageParts
      /** The latency in milliseconds. */
      latency_ms: number
      /** Models on the server, if the requested one is unknown. */
      models: Array<string>
    }
  }
  list_models: {
    input: {
      /** The provider, as written before the colon of a model: `openai`. */
      provider: string
      /** Another address of its server, for this call only. */
      address?: string
    }
    output: {
      models: Array<ListedModel>
    }
  }
  list_outside_servers: {
    input: Record<string, never>
    output: {
      servers: Array<OutsideServerView>
    }
  }
  set_outside_server: {
    input: {
      /** Its name, of letters, digits and `_`; the prefix of its tools' names. */
      name: string
      /** The program to start; give this or `url`. */
      command?: string
      /** The program's arguments. */
      args?: Array<string>
      /** Environment variables, each as `NAME=VALUE`; a `NAME` alone keeps its present value. No answer contains a value. */
      env?: Array<string>
      /** Its address, such as `http://127.0.0.1:4000/mcp`; give this or `command`. */
      url?: string
      /** The key for its address. No answer, log or story contains it. */
      key?: string
      /** For signing in where programs cannot register themselves: the id of a client that was registered there by hand. An empty text removes it. */
      client_id?: string
      /** The secret of that client, if it has one. No answer, log or story contains it. */
      client_secret?: string
      /** The time limit for starting and for each answer, in seconds; 0 for the defaults, 20 and 120. */
      seconds?: number
    }
    output: {
      servers: Array<OutsideServerView>
    }
  }
  remove_outside_server: {
    input: {
      /** Its name. */
      name: string
    }
    output: {
      servers: Array<OutsideServerView>
    }
  }
  start_outside_server: {
    input: {
      /** Its name. */
      name: string
    }
    output: {
      servers: Array<OutsideServerView>
    }
  }
  stop_outside_server: {
    input: {
      /** Its name. */
      name: string
    }
    output: {
      servers: Array<OutsideServerView>
    }
  }
  sign_in_to_server: {
    input: {
      /** Its name. */
      name: string
      /** Whether to open the page in the browser of this computer. Defaults to true; the answer contains its address in any case. */
      open?: boolean
    }
    output: {
      servers: Array<OutsideServerView>
    }
  }
  sign_out_of_server: {
    input: {
      /** Its name. */
      name: string
    }
    output: {
      servers: Array<OutsideServerView>
    }
  }
  set_outside_tool: {
    input: {
      /** The name of its server. */
      server: string
      /** The tool, by the name that its server gives it. */
      tool: string
      /** `allow`, `ask` or `refuse`. */
      permission: 'allow' | 'ask' | 'refuse'
      /** The field `described` of the tool as it was listed; refused if the tool has changed since. */
      described?: string
    }
    output: {
      servers: Array<OutsideServerView>
    }
  }
  open_to_agents: {
    input: {
      /** The story's key. Defaults to the only open story. */
      story?: string
      /** The port. Defaults to the story's own, which is always the same, or to a free one where that is taken. */
      port?: number
      /** Whether other computers of your network can reach it, not only this one. Connections are encrypted if the settings name a certificate. Defaults to false. */
      network?: boolean
    }
    output: {
      /** The address that agents add `/agent/NAME` to, and people `/human/NAME`. */
      address: string
      /** The address for clients of the Model Context Protocol. */
      mcp?: string
    }
  }
  close_to_agents: {
    input: {
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      /** Whether it was open to them. */
      closed: boolean
    }
  }
  list_participants: {
    input: {
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      /** The address that agents add `/agent/NAME` to; null where the story is not open to them. */
      address: string | null
      /** The address for clients of the Model Context Protocol, where it is open to them. */
      mcp?: string
      /** The code that a person enters where such a client asks to sign in. Another one after each use. */
      sign_in_code?: string
      participants: Array<Participant>
      /** What passed through the hub, where the story is open to agents through one of this program. */
      traffic?: HubTraffic
    }
  }
  list_agent_credentials: {
    input: {
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      credentials: Array<CredentialRecord>
    }
  }
  add_agent_credential: {
    input: {
      /** Its id on the hub, and its name in the story's history. */
      name: string
      /** What it may do: `read`, `comment` on passages, `draft` (writes wait for your review) or `write`. Defaults to `draft`. */
      level?: 'read' | 'comment' | 'draft' | 'write'
      /** Whether it may use tools that cost money. */
      spend?: boolean
      /** The only methods it may use, as `kv.read`; all when left out. */
      methods?: Array<string>
      /** For how many minutes it is valid. Defaults to 10. */
      minutes?: number
      /** Until when it is valid, instead of minutes: `2027-01-31T18:00:00Z`. */
      until?: string
      /** Whether it is for a person, not for an agent. */
      human?: boolean
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      credential: Credential
      /** The name of its client. */
      name: string
      /** What the client presents, in the environment variable STAR_CREDENTIAL. It is not shown again. */
      secret: string
      /** Where the client connects; null where the story is not open to agents yet. */
      address: string | null
      /** The same below a hub's address. */
      path: string
      /** For a person: the address to open in a browser, in which the secret is. Null for an agent, or where the story is not open to others yet. */
      invitation: string | null
    }
  }
  change_agent_credential: {
    input: {
      /** Its name. */
      name: string
      /** What it may do: `read`, `comment` on passages, `draft` (writes wait for your review) or `write`. */
      level: 'read' | 'comment' | 'draft' | 'write'
      /** Whether it may use tools that cost money. */
      spend?: boolean
      /** The only methods it may use; unchanged when left out. */
      methods?: Array<string>
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      credential: Credential
    }
  }
  renew_agent_credential: {
    input: {
      /** Its name. */
      name: string
      /** For how many minutes it is valid from now on. Defaults to 10. */
      minutes?: number
      /** Until when it is valid, instead of minutes: `2027-01-31T18:00:00Z`. */
      until?: string
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      credential: Credential
      /** The name of its client. */
      name: string
      /** What the client presents, in the environment variable STAR_CREDENTIAL. It is not shown again. */
      secret: string
      /** Where the client connects; null where the story is not open to agents yet. */
      address: string | null
      /** The same below a hub's address. */
      path: string
      /** For a person: the address to open in a browser, in which the secret is. Null for an agent, or where the story is not open to others yet. */
      invitation: string | null
    }
  }
  end_agent_credential: {
    input: {
      /** Its name. */
      name: string
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      credential: Credential
    }
  }
  drop_participant: {
    input: {
      /** Its name. */
      name: string
      /** Whether it is a person, not an agent. */
      human?: boolean
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      /** Whether it was connected. */
      dropped: boolean
    }
  }
  undo_agent: {
    input: {
      /** Its name. */
      name: string
      /** Whether it is a person, not an agent. */
      human?: boolean
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      /** The reasons of what was undone, newest first. */
      undone: Array<string>
    }
  }
  post_message: {
    input: {
      /** The words. */
      text: string
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
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
  }
  list_messages: {
    input: {
      /** How many messages to give at most. Defaults to 100. */
      limit?: number
      /** The story's key. Defaults to the only open story. */
      story?: string
    }
    output: {
      messages: Array<PostedMessage>
    }
  }
}

export type WorkspaceToolName = keyof WorkspaceToolMap
