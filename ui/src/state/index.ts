/** What the window remembers while it is open: panels, views, notices, preferences, findings. */

export { useDock, type Visits } from './dock'
export { type NodeFindings, useFindings } from './findings'
export { reportError, useNotices } from './notices'
export { type PanelPlace, type PanelRow, panelRows, registerPanels } from './panels'
export { applyTheme, usePreferences } from './preferences'
export {
  type Alignment,
  type DialogName,
  focusPanel,
  type ImportReport,
  type ImportResult,
  type ImportWarning,
  type MapCommands,
  type PlacedRect,
  panelId,
  type ToolRequest,
  useWorkspace,
  VIEWS,
  type View,
  type WindowContext,
} from './workspace'
