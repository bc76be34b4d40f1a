/** Pictures that come in by hand: dropped on an element, or pasted into it. */

import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** The kinds of picture that every part of the program takes, as a choice of files offers them. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp'

/** The pictures among what is dragged or lies in the clipboard. Text beside them means text. */
export function picturesIn(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return []
  return [...data.files].filter((it) => it.type.startsWith('image/'))
}

function hasPictures({ items }: DataTransfer): boolean {
  return [...items].some((it) => it.kind === 'file' && it.type.startsWith('image/'))
}

/** What an element needs to take pictures, and whether one is held over it. */
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
