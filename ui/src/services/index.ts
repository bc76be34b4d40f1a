/** Operations that take more than one tool call: importing files, adding pictures, renaming with its links. */

export { addMedia } from './addMedia'
export {
  cancelImport,
  chooseImportFolder,
  type ImportedStory,
  type ImportPreview,
  importAsStory,
  isProse,
  notifyImported,
  type ProseQuestion,
  useImports,
  useProseQuestion,
} from './importFile'
export { addTags, removeTag, setStatus, statusName } from './labels'
export { insertIntoLink, linkNamed } from './links'
export { renameNode, renameWith } from './renameNode'
export { exportedFile, saveFile } from './saveFile'
export { showUndoable } from './showUndoable'
