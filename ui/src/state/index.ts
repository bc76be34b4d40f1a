/** What the window remembers while it is open: panels, views, notices, preferences, findings. */

export { useDock, type Visits } from './dock'
export { breaksReading, type NodeFindings, useFindings } from './findings'
export { reportError, useNotices } from './notices'
export { focusPanel, focusWithoutText, openPage, registerWriter, usePage } from './page'
export { type PanelPlace, type PanelRow, panelRows, registerPanels } from './panels'
export { applyTheme, usePreferences } from './preferences'
export {
  type Alignment,
  type DialogName,
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
