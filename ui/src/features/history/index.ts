/** The history of the whole story: its changes, undo, and snapshots. */

export { HistoryPanel } from './HistoryPanel'
