/** Everything a writer can do in this window, said once. */

export { addPictures } from '../services/addPictures'
export {
  cancelImport,
  type ImportedStory,
  importAsStory,
  notifyImported,
  useImports,
} from '../services/importFile'
export { renameNode, renameWith } from '../services/renameNode'
export { type DockName, useDock, type Visits } from '../state/dock'
export { type NodeFindings, useFindings } from '../state/findings'
export { reportError, useNotices } from '../state/notices'
export { applyTheme, usePreferences } from '../state/preferences'
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
} from '../state/workspace'
export { canHold, moveIntoGroup } from './groupActions'
export { isTyping } from './keybindings'
export { useChangeKindActions, useKindName, useNewNodeActions } from './kindActions'
export { MAP_KEYS } from './mapActions'
export { dispatchMenuCommand, useMenuCommand, useMenuCommands } from './menuCommands'
export { isAction, type ReadyAction, useActionKeys, useActions } from './useActions'
export { useContextMenu } from './useContextMenu'
export { useDroppedFiles } from './useDroppedFiles'
export { usePanelKeys } from './usePanelKeys'
