/** The wire: everything the window knows of the program behind it. */

export { type Bridge, CallFailed, callData, reportOf } from './bridge'
export { httpProgram, takeToken } from './http'
export {
  askProgram,
  type DeskState,
  type FileContent,
  type ModelChoice,
  type NamedStory,
  type Program,
  type ProgramSettings,
  type RecentStory,
  type ThemeChoice,
  type ToolChoice,
  type WindowEvent,
} from './program'
export { tauriProgram } from './tauri'
export type {
  Answer,
  Call,
  Code,
  ErrorReport,
  OpenTurn,
  Progress,
  Question,
  ShownPiece,
  Sizes,
  Spent,
  StoryEvent,
  TurnOutcome,
  UiSchema,
  Uncounted,
  Usage,
  VersionRef,
  Wrote,
} from './wire'
