/** The style guide of the story. */

export { StyleGuideDialog } from './StyleGuideDialog'
