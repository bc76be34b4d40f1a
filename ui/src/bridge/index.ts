/** The connection to the program: everything the window knows about it. */

export {
  type Bridge,
  CallError,
  type CallOf,
  callData,
  callTool,
  toErrorReport,
} from './bridge'
export { httpProgram, takeTokenFromUrl } from './http'
export {
  callProgram,
  type FileContent,
  type ModelChoice,
  type NamedStory,
  type Program,
  type ProgramCall,
  type ProgramSettings,
  type RecentStory,
  type ThemeChoice,
  type ToolChoice,
  type WindowEvent,
  type WorkspaceState,
} from './program'
export { HubConnection, type HubStatus, hubBridge, type Invitation } from './star'
export { isDesktopWindow, tauriProgram } from './tauri'
export type { AnyToolName, ToolInput, ToolOutput } from './toolTypes'
export type {
  Answer,
  Call,
  Code,
  ContextItem,
  ErrorReport,
  Progress,
  Question,
  RunningTurn,
  Sizes,
  StoryEvent,
  TurnOutcome,
  TurnUsage,
  UiHints,
  UnpricedUsage,
  Usage,
  VersionRef,
  WrittenVersion,
} from './wire'
