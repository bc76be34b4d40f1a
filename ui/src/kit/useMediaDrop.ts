/** Pictures and sounds dropped on an element or pasted into it. */

import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** The picture types that every part of the program accepts, for file pickers. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp'
/** The same for sounds; some systems know some of them by their extension alone. */
export const SOUND_TYPES =
  'audio/mpeg,audio/ogg,audio/mp4,audio/flac,audio/wav,.mp3,.ogg,.oga,.opus,.m4a,.flac,.wav'

/** Whether a type is that of a picture. */
export const isPictureType = (type: string): boolean => type.startsWith('image/')

/** Whether a type is that of a picture or a sound. */
export const isMediaType = (type: string): boolean =>
  isPictureType(type) || type.startsWith('audio/')

/** The files of some types in a drag or in the clipboard. If there is text as well, the text is meant. */
export function filesIn(data: DataTransfer | null, isMeant: (type: string) => boolean): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files].filter((it) => isMeant(it.type))
}

/** Whether a drag has files of some types. */
export function holdsFiles(data: DataTransfer | null, isMeant: (type: string) => boolean): boolean {
  return [...(data?.items ?? [])].some((it) => it.kind === 'file' && isMeant(it.type))
}

/** The handlers by which an element accepts files of some types, and whether one is dragged over it. */
export function useMediaDrop(isMeant: (type: string) => boolean, take: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const given = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    const files = filesIn(data, isMeant)
    if (files.length === 0) return
    event.preventDefault()
    take(files)
  }
  const hands = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer, isMeant)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      const into = event.relatedTarget
      if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      given(event, event.dataTransfer)
    },
    onPaste: (event: ClipboardEvent) => given(event, event.clipboardData),
  }
  return { over, hands }
}
