/**
 * Pictures and sounds dragged over the map from outside: highlights the target card and adds them to
 * it.
 */

import { base64Of, filesIn, holdsFiles, isMediaType } from '../../../kit'
import { addMedia } from '../../../services'
import { reportError } from '../../../state'
import type { MapController } from '../scene/mapController'

/** Accepts pictures and sounds on cards until the returned function is called. */
export function acceptMedia(host: HTMLElement, controller: MapController): () => void {
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
    if (!holdsFiles(event.dataTransfer, isMediaType)) return
    event.preventDefault()
    light(cardAt(event))
  }
  const leave = () => light(undefined)
  const drop = (event: DragEvent) => {
    const card = cardAt(event)
    light(undefined)
    const files = filesIn(event.dataTransfer, isMediaType)
    // What is dropped beside the cards goes where the window puts files.
    if (card === undefined || files.length === 0) return
    event.preventDefault()
    const read = files.map(async (it) => ({ file_name: it.name, content: await base64Of(it) }))
    void Promise.all(read)
      .then((it) => addMedia(controller.session, card, it))
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
