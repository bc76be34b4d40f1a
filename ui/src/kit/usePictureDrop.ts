/** Pictures dropped on an element or pasted into it. */

import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** The picture types that every part of the program accepts, for file pickers. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp'

/** The pictures in a drag or in the clipboard. If there is text as well, the text is meant. */
export function picturesIn(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files].filter((it) => it.type.startsWith('image/'))
}

function hasPictures({ items }: DataTransfer): boolean {
  return [...items].some((it) => it.kind === 'file' && it.type.startsWith('image/'))
}

/** The handlers by which an element accepts pictures, and whether one is dragged over it. */
export function usePictureDrop(take: (pictures: File[]) => void) {
  const [over, setOver] = useState(false)
  const given = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    const pictures = picturesIn(data)
    if (pictures.length === 0) return
    event.preventDefault()
    take(pictures)
  }
  const hands = {
    onDragOver: (event: DragEvent) => {
      if (!hasPictures(event.dataTransfer)) return
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
