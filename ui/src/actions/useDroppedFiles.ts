/**
 * Files and text dropped on the open story, or pasted where nothing else handles them: pictures and
 * sounds go to the selected node, other files are offered for import, nodes and text become nodes.
 */

import { useEffect } from 'react'
import type { FileContent } from '../bridge'
import { type Session, useSelection, useSession } from '../document'
import { droppedFiles, filesIn, isPictureType, readFile } from '../kit'
import { addMedia, isPictureName, isSoundName } from '../services/addMedia'
import { reportError } from '../state/notices'
import { useWorkspace } from '../state/workspace'
import { pasteFromClipboard } from './clipboardActions'
import { isInStoryArea, isTyping } from './keybindings'

const isMedia = ({ file_name, encoding }: FileContent) =>
  encoding === 'base64' && (isPictureName(file_name) || isSoundName(file_name))

/** Sorts what was given; a picture or sound without a node to go to is said to need one. */
function take(session: Session, files: readonly FileContent[]): void {
  const { focused } = useSelection.getState()
  const media = files.filter(isMedia)
  const others = files.filter((it) => !isMedia(it))
  if (others.length > 0) useWorkspace.getState().queueForImport(others)
  if (media.length === 0) return
  if (focused)
    void addMedia(
      session,
      focused,
      media.map(({ file_name, content }) => ({ file_name, content })),
    )
  else
    reportError(
      media.every((it) => isSoundName(it.file_name)) ? 'app-no-node-sound' : 'app-no-node',
    )
}

/** Takes files in for as long as the story is open; the browser would leave the page for them. */
export function useDroppedFiles(): void {
  const session = useSession()
  const given = useWorkspace((it) => it.droppedFiles)
  useEffect(() => {
    if (given.length === 0) return
    useWorkspace.getState().addDroppedFiles([])
    take(session, given)
  }, [session, given])

  useEffect(() => {
    const read = (files: readonly File[]) =>
      void Promise.all(files.map(readFile)).then((it) => take(session, it), reportError)
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const dropped = (event: DragEvent) => {
      const { dataTransfer } = event
      if (event.defaultPrevented || !dataTransfer?.files.length) return
      event.preventDefault()
      void droppedFiles(dataTransfer).then(read, reportError)
    }
    const pasted = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return
      const pictures = filesIn(event.clipboardData, isPictureType)
      if (pictures.length > 0) read(pictures)
      else if (isInStoryArea(event.target) && pasteFromClipboard(session, event.clipboardData))
        event.preventDefault()
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', dropped)
    window.addEventListener('paste', pasted)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', dropped)
      window.removeEventListener('paste', pasted)
    }
  }, [session])
}
