/** Words found and replaced in the texts of the whole story. */

export { ReplaceDialog } from './ReplaceDialog'
