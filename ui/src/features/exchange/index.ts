/** Stories in and out of the formats of other programs. */

export { ExportDialog } from './ExportDialog'
export { ImportDialog } from './ImportDialog'
