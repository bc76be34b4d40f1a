/** Jobs: one instruction carried out on the texts of many cards. */

export { JobsPanel } from './JobsPanel'
