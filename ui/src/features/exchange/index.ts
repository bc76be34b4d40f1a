/** Import and export in the formats of other programs. */

export { ExportDialog } from './ExportDialog'
export { ImportDialog } from './ImportDialog'
export { NewStoryFromProse } from './NewStoryFromProse'
