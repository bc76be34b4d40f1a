/** Everything a writer can do in this window, said once. */

export {
  type Alignment,
  type Brought,
  type DialogName,
  type FileNotice,
  type Frame,
  focusPanel,
  type Imported,
  type MapCommands,
  type OfferedTool,
  type PanelName,
  type Placed,
  panelId,
  useDesk,
  VIEWS,
  type View,
} from './desk'
export { type DockName, useDock, type Visits } from './dock'
export { type NodeFindings, useFindings } from './findings'
export { useGivenFiles } from './given'
export { canHold, moveIntoGroup } from './groups'
export {
  cancelImport,
  importAsStory,
  type MadeStory,
  tellImport,
  useImports,
} from './importing'
export { isTyping } from './keys'
export { useKindChanges, useKindName, useNewOfKind } from './kinds'
export { tellMenu, useChosen, useMenu } from './menu'
export { reportFault, useNotices } from './notices'
export { MAP_KEYS } from './onMap'
export { usePanelKeys } from './panels'
export { addPictures } from './pictures'
export { applyTheme, usePreferences } from './preferences'
export { isAction, type ReadyAction, useActionKeys, useActions } from './react'
export { renameBy, renameNode } from './renaming'
export { useStoryMenu } from './storyMenu'
