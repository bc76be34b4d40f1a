/**
 * The input of each tool by its name.
 * Written by `cargo xtask codegen` from the tools themselves; do not edit.
 */

export interface WorkspaceToolMap {
  get_workspace_state: Record<string, never>
  open_story: {
    /** The key of a recent story, as get_workspace_state gives it. */
    story?: string
    /** The file; it takes precedence over the key. */
    path?: string
  }
  create_story: {
    /** Its title. */
    title: string
    /** The new file. Defaults to a file named by the title in the folder for stories. */
    path?: string
  }
  open_sample_story: Record<string, never>
  create_story_from_file: {
    /** The file's name; its beginning becomes the title, its extension tells the format. */
    file_name: string
    /** What is in the file. */
    content: string
    /** How the content is written. - text: As it is. - base64: As base64. */
    encoding?: 'text' | 'base64'
    /** The format. Defaults to the one that fits the file. */
    format?: string
  }
  list_imports: Record<string, never>
  cancel_import: {
    /** Its number, as list_imports gives it. */
    run: number
  }
  copy_story: {
    /** The story's key. */
    story: string
    /** The new file. Defaults to a file named by the title in the folder for stories. */
    path?: string
  }
  close_story: {
    /** The story's key. */
    story: string
  }
  remove_recent_story: {
    /** The story's key. */
    story: string
  }
  compact_story: {
    /** The story's key. Defaults to the only open story. */
    story?: string
    /** How many of the newest versions of each thing stay. */
    keep: number
  }
  verify_story_file: {
    /** The story's key. Defaults to the only open story. */
    story?: string
  }
  list_tools: {
    /** The story's key. */
    story?: string
  }
  cancel_call: {
    /** The number that its `progress` events carry. */
    run: number
    /** The story's key. Defaults to the only open story. */
    story?: string
  }
  run_slash_command: {
    /** What was typed: `/rename_node Neo`. */
    line: string
    /** The conversation it was typed in, by its full id. Starts a new one when left out. */
    thread?: string
    /** The story's key. Defaults to the only open story. */
    story?: string
    /** An id of the command. A command sent again under the same id is not run twice. */
    id?: string
  }
  get_settings: Record<string, never>
  update_settings: {
    /** The language model: `builtin`, or `provider:model`. */
    model?: string
    /** The image model: `builtin`, or `provider:model`. */
    image_model?: string
    /** How much the assistant may do by itself. - review: Its writes go to a draft that a person adopts. - adopt: Its writes are adopted at once; the whole turn undoes as one. - ask: Each write waits for a yes. */
    autonomy?: 'review' | 'adopt' | 'ask'
    /** The language of the program, as a BCP 47 tag: `en`, `zh`. Empty: the system's. */
    language?: string
    /** Your name in the history of a story. Empty: the system's user name. */
    author?: string
    /** Light, dark, or as the system has it. - system: As the system has it. - light: Dark ink on light paper. - dark: Light ink on dark paper. */
    theme?: 'system' | 'light' | 'dark'
    /** How large everything is drawn, in percent, from 50 to 300. */
    scale?: number
    /** Which tools a model is shown. - all: Every tool. - fitting: Those of the open node's capabilities, those that fit the instruction, and one that finds the rest. - project_cli: `project_cli` alone, which tells of the others on demand. */
    tools?: 'all' | 'fitting' | 'project_cli'
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
  }
  get_api_key_status: {
    /** The provider, as it stands before the colon of a model: `openai`. */
    provider: string
  }
  list_api_keys: Record<string, never>
  set_api_key: {
    /** The provider, as it stands before the colon of a model: `openai`. */
    provider: string
    /** The key. No answer, log or story contains it. */
    key: string
  }
  remove_api_key: {
    /** The provider, as it stands before the colon of a model: `openai`. */
    provider: string
  }
  test_model: {
    /** The model: `builtin`, or `provider:model`. */
    model: string
    /** Another address of its server, for this test alone. */
    address?: string
  }
  list_models: {
    /** The provider, as it stands before the colon of a model: `openai`. */
    provider: string
    /** Another address of its server, for this call alone. */
    address?: string
  }
}

export type WorkspaceToolName = keyof WorkspaceToolMap
