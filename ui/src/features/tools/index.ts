/** Calling tools directly: the form of any tool, and custom kinds. */

export { KindDialog } from './KindDialog'
export { ToolDialog } from './ToolDialog'
