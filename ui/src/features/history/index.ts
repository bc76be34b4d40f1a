/** The history of the whole story: its changes, the way back, and states with a name. */

export { HistoryPanel } from './HistoryPanel'
