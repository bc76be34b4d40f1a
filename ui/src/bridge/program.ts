/** The program behind the window: its workspace, the open stories, and what only a desktop has. */

import type { WorkspaceToolMap, WorkspaceToolName } from '../generated/workspaceTools'
import { type Bridge, callData } from './bridge'
import type { Answer, Call, ErrorReport } from './wire'

/** A file's content, as tools take and return it. */
export interface FileContent {
  file_name: string
  content: string
  encoding: 'text' | 'base64'
}

/** What reaches a window from outside its page: menus, dropped files, a second start. */
export type WindowEvent =
  | { type: 'action'; action: string }
  | { type: 'open'; path: string }
  | { type: 'import'; file: FileContent }
  | { type: 'fault'; error: ErrorReport }

/** Functions that only the desktop window has. */
export interface DesktopWindow {
  /** Hears what reaches the window; says whether it begins where one was, as the first one does. */
  listen(heard: (event: WindowEvent) => void): Promise<{ begins: boolean }>
}

export interface Program {
  /** This window's name. */
  readonly origin: string
  /** Calls a tool of the workspace, or what only the desktop window has. */
  call(call: Call): Promise<Answer>
  /** The connection to one story, by its key. */
  story(key: string): Bridge
  readonly native?: DesktopWindow
}

/** The fields of a tool of the workspace; what only the desktop window has (`window_…`) takes any. */
export type ProgramArgs<N extends string> = N extends WorkspaceToolName
  ? WorkspaceToolMap[N]
  : Record<string, unknown>

/**
 * Calls a tool of the workspace, or what only the desktop window has (`window_…`); throws `CallError`
 * on a failure.
 */
export function callProgram<T, N extends ProgramCall = ProgramCall>(
  program: Pick<Program, 'call'>,
  name: N,
  args?: ProgramArgs<N>,
): Promise<T> {
  return callData<T>(program, { name, args: { ...args } })
}

/** What the program can be asked beside any story. */
export type ProgramCall = WorkspaceToolName | `window_${string}`

/** A story of the workspace. */
export interface NamedStory {
  story: string
  title: string
  path: string
}

export interface RecentStory extends NamedStory {
  opened: string
  missing: boolean
}

export type ThemeChoice = 'system' | 'light' | 'dark'

export interface ModelChoice {
  provider: string
  /** Where it is served; empty where only the person can know. */
  address: string
  needs_key: boolean
}

/** Which tools a model is shown: all, the matching ones, or the one that reaches all others. */
export type ToolChoice = 'all' | 'fitting' | 'project_cli'

/** The settings of the assistant's turns. */
export interface TurnSettings {
  tools: ToolChoice
  context_strategy?: { type: 'plugin'; pluginId: string; config?: Record<string, unknown> }
}

export interface ProgramSettings {
  model: string
  image_model: string
  autonomy: 'review' | 'adopt' | 'ask'
  assistant?: TurnSettings
  language: string
  author: string
  theme: ThemeChoice
  scale: number
  providers: Record<string, { base_url: string }>
  file: string | null
  started_with: string | null
  models: ModelChoice[]
}

export interface WorkspaceState {
  version: string
  /** The story that a window opens at start. */
  begin: string | null
  recent: RecentStory[]
  settings: ProgramSettings
}
