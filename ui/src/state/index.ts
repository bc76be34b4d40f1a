/** What the window remembers while it is open: panels, views, notices, preferences, findings. */

export { type BackedUpStory, useBackups } from './backups'
export { useCollapsed } from './collapsed'
export { useDraftsToReview } from './draftsToReview'
export { type MissingTarget, type NodeFindings, useFindings } from './findings'
export { findSelectedWords, useFindQuery } from './findQuery'
export { useHeat } from './heat'
export { useJobRequest } from './jobRequest'
export { keysNow, useKeyChoices } from './keyChoices'
export { reportError, useNotices } from './notices'
export {
  focusPanel,
  focusWithoutText,
  leavePage,
  openPage,
  openPassage,
  type Passage,
  registerWriter,
  usePage,
} from './page'
export {
  hasSecondPage,
  isOverlaying,
  isPanelShown,
  isSideOpen,
  isWide,
  PAGE,
  SECOND_PAGE,
  type Side,
  USUAL,
  WIDTHS,
} from './panelLayout'
export { type PanelRow, panelRows, registerPanels, type Waiting } from './panels'
export {
  isSamePlace,
  openPlace,
  type Place,
  stepPlace,
  useOpenedPlace,
  usePlaces,
} from './places'
export { useDock, type Visits } from './playState'
export { type Playtest, usePlaytest } from './playtest'
export { applyTheme, usePreferences } from './preferences'
export { prepareMessage, usePreparedMessage } from './preparedMessage'
export { registerRunningText, takeWantedPassage, useRunningText } from './runningText'
export {
  closeOnSecondPage,
  openedCards,
  openOnSecondPage,
  useSecondPage,
} from './secondPage'
export { moveMapTo, showOnMap } from './showOnMap'
export { useTour } from './tour'
export { goToVisited, useVisited, visitedNode } from './visited'
export { takeWelcomeRequest } from './welcomeRequest'
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
