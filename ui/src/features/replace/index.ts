/** Find and replace in the texts of the whole story. */

export { ReplaceDialog } from './ReplaceDialog'
