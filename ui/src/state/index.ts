/** What the window remembers while it is open: panels, views, notices, preferences, findings. */

export { type DockName, useDock, type Visits } from './dock'
export { type NodeFindings, useFindings } from './findings'
export { reportError, useNotices } from './notices'
export { applyTheme, usePreferences } from './preferences'
export {
  type Alignment,
  type DialogName,
  focusPanel,
  type ImportReport,
  type ImportResult,
  type ImportWarning,
  type MapCommands,
  type PanelName,
  type PlacedRect,
  panelId,
  type ToolRequest,
  useWorkspace,
  VIEWS,
  type View,
  type WindowContext,
} from './workspace'
