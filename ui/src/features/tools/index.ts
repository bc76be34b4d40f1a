/** Tools called by hand: the form of any tool, and a kind of one's own. */

export { KindDialog } from './KindDialog'
export { ToolDialog } from './ToolDialog'
