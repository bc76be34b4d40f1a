/** Buttons, menus, fields, panels and tokens; independent of stories. */

export { AutoGrowTextArea } from './AutoGrowTextArea'
export { Button, IconButton } from './Button'
export { ChipInput } from './ChipInput'
export { Dialog, restoreFocus } from './Dialog'
export { Field, LabeledGroup, Segmented, TextArea, TextInput } from './Field'
export { base64Of, chooseFiles, download, type PageFile, readFile } from './files'
export { chooseFolder, droppedFiles } from './folders'
export { leaveFullWindow, useFullWindow } from './fullWindow'
export { isImeKey, stopImeKeys } from './inputMethod'
export { formatKeys, Kbd } from './Kbd'
export { COMMON_LANGUAGES, languageCode, languageName } from './languageName'
export { ContextMenuArea, ContextMenuItems, Menu, type MenuEntry, type MenuItem } from './Menu'
export { onMenuKey } from './menuKey'
export { NameField } from './NameField'
export { styleNonce } from './nonce'
export { Badge, Empty, Panel, PanelTitle } from './Panel'
export { Playback, useSoundChoice } from './Playback'
export { ProgressBar } from './ProgressBar'
export { passOnEscape } from './passOnEscape'
export { RowList, type RowStop } from './RowList'
export { rangeIncluding } from './rangeIncluding'
export { exactTime, relativeTime } from './relativeTime'
export type { ListRow } from './rowStops'
export { Select } from './Select'
export { Tabs } from './Tabs'
export { Tooltip, TooltipProvider } from './Tooltip'
export { focusedFieldIn, inPreviousOrder, useFrozenOrder } from './useFrozenOrder'
export {
  filesIn,
  holdsFiles,
  isMediaType,
  isPictureType,
  PICTURE_TYPES,
  SOUND_TYPES,
  useMediaDrop,
} from './useMediaDrop'
export { useObjectUrl } from './useObjectUrl'
export { useScrollRestoration } from './useScrollRestoration'
