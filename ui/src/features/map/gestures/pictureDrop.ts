/**
 * Pictures dragged over the map from outside: highlights the target card and adds the pictures to
 * it.
 */

import { picturesIn, readFile } from '../../../kit'
import { addPictures } from '../../../services'
import { reportError } from '../../../state'
import type { MapController } from '../scene/mapController'

/** Accepts pictures on cards until the returned function is called. */
export function acceptPictures(host: HTMLElement, controller: MapController): () => void {
  let lit: string | undefined
  const light = (card: string | undefined) => {
    if (card === lit) return
    lit = card
    controller.setExtra(card === undefined ? {} : { hovered: card })
  }
  const cardAt = (event: DragEvent) => {
    const { view } = controller
    const box = host.getBoundingClientRect()
    const at = view.toMap({ x: event.clientX - box.left, y: event.clientY - box.top })
    const card = view.scene.cardAt(at, view.camera.zoom)
    return card && !card.isGroup ? card.id : undefined
  }
  const over = (event: DragEvent) => {
    const { dataTransfer } = event
    const items = [...(dataTransfer?.items ?? [])]
    if (!items.some((it) => it.kind === 'file' && it.type.startsWith('image/'))) return
    event.preventDefault()
    light(cardAt(event))
  }
  const leave = () => light(undefined)
  const drop = (event: DragEvent) => {
    const card = cardAt(event)
    light(undefined)
    const pictures = picturesIn(event.dataTransfer)
    // What is dropped beside the cards goes where the window puts files.
    if (card === undefined || pictures.length === 0) return
    event.preventDefault()
    void Promise.all(pictures.map(readFile))
      .then((read) =>
        addPictures(
          controller.session,
          card,
          read.map((it) => it.content),
        ),
      )
      .catch(reportError)
  }
  host.addEventListener('dragover', over)
  host.addEventListener('dragleave', leave)
  host.addEventListener('drop', drop)
  return () => {
    host.removeEventListener('dragover', over)
    host.removeEventListener('dragleave', leave)
    host.removeEventListener('drop', drop)
  }
}
