/** The wire: everything the window knows of the program behind it. */

export { type Bridge, CallFailed, callData } from './bridge'
export { httpBridge, takeToken } from './http'
export type {
  Answer,
  Call,
  Code,
  ErrorReport,
  Question,
  StoryEvent,
  TurnOutcome,
  UiSchema,
  VersionRef,
  Wrote,
} from './wire'
