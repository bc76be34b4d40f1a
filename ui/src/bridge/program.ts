/** The program behind the window: its workspace, the open stories, and what only a desktop has. */

import type { WorkspaceToolName } from '../generated/workspaceTools'
import { type Bridge, callData } from './bridge'
import type { ToolInput, ToolOutput } from './toolTypes'
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
  listen(onEvent: (event: WindowEvent) => void): Promise<{ begins: boolean }>
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

/** What only the desktop window has, and what each returns. */
interface WindowCalls {
  window_begin: { begins: boolean }
  window_choose_file: { file: FileContent | null }
  window_choose_folder: { file: FileContent | null }
  window_choose_place: { path: string | null }
  window_choose_story: { path: string | null }
  window_menus: unknown
  window_new: unknown
  window_save_file: { path: string | null }
  window_scale: unknown
  window_title: unknown
}

/** What the program can be asked beside any story. */
export type ProgramCall = WorkspaceToolName | keyof WindowCalls

type ProgramOutput<N extends ProgramCall> = N extends keyof WindowCalls
  ? WindowCalls[N]
  : ToolOutput<N>

/**
 * Calls a tool of the workspace, or what only the desktop window has (`window_…`); throws `CallError`
 * on a failure.
 */
export function callProgram<N extends ProgramCall>(
  program: Pick<Program, 'call'>,
  name: N,
  args?: ToolInput<N>,
): Promise<ProgramOutput<N>> {
  const call = { name, args: { ...args } as ToolInput<N> }
  return callData(program, call) as Promise<ProgramOutput<N>>
}

/** A story of the workspace. */
export type NamedStory = ToolOutput<'open_story'>

export type WorkspaceState = ToolOutput<'get_workspace_state'>

export type RecentStory = WorkspaceState['recent'][number]

export type ProgramSettings = ToolOutput<'get_settings'>

export type ThemeChoice = ProgramSettings['theme']

export type ModelChoice = ProgramSettings['models'][number]

/** Which tools a model is shown: all, the matching ones, or the one that reaches all others. */
export type ToolChoice = ProgramSettings['assistant']['tools']
