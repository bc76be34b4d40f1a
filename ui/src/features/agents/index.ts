/** Agents and people of other programs: the panel that invites them and shows what they do. */

export { AgentsPanel } from './AgentsPanel'
