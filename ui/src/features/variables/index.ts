/** The variables of the story. */

export { VariablesPanel } from './VariablesPanel'
