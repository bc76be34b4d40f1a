/**
 * Resizes cards by pointer or keys: a frame previews the size, and the result is one step of the
 * story.
 */

import type { CardShape, Point, Rect } from '../../../canvas'
import { useSelection } from '../../../document'
import { reportError } from '../../../state'
import type { MapController } from '../scene/mapController'
import { cardSize } from '../scene/sceneBuilder'

/** The least size of a card, so that its title and a line fit; and the greatest. */
const LEAST = { width: 120, height: 64 }
const MOST = 1600
/** Sizes rest at multiples of this, so that cards drawn by hand are alike. */
const STEP = 4

/** A card whose lower right corner is moved. */
export function resized(card: Rect, by: Point, isExact = false): Rect {
  const side = (now: number, change: number, least: number) => {
    const wanted = now + change
    const rested = isExact ? Math.round(wanted) : Math.round(wanted / STEP) * STEP
    // One that is larger already does not become smaller by being taken hold of.
    return Math.min(Math.max(MOST, now), Math.max(Math.min(least, now), rested))
  }
  return {
    x: card.x,
    y: card.y,
    width: by.x === 0 ? card.width : side(card.width, by.x, LEAST.width),
    height: by.y === 0 ? card.height : side(card.height, by.y, LEAST.height),
  }
}

/** The corner that changes the size of a card. */
export function cornerOf(card: Rect): Point {
  return { x: card.x + card.width, y: card.y + card.height }
}

export class CardResizer {
  readonly #controller: MapController
  #card: CardShape | undefined
  #by: Point = { x: 0, y: 0 }
  #isExact = false

  constructor(controller: MapController) {
    this.#controller = controller
  }

  /** Takes hold of a card, with the selection it is part of. */
  take(card: CardShape): void {
    this.#card = card
    this.#by = { x: 0, y: 0 }
  }

  /** Shows the card's size to come, counted from where its corner was taken. */
  resizeBy(by: Point, isExact = false): void {
    if (!this.#card) return
    this.#by = by
    this.#isExact = isExact
    this.#controller.setExtra({ placeholder: resized(this.#card, by, isExact) })
  }

  /** Lets go, and tells the story the size. */
  put(): void {
    const card = this.#card
    this.cancel()
    if (!card) return
    const places = this.#places(card)
    const { session } = this.#controller
    if (places.length > 0) session.data('move_nodes', { places }).catch(reportError)
  }

  /** Lets go and leaves the size as it was. */
  cancel(): void {
    if (!this.#card) return
    this.#card = undefined
    this.#controller.setExtra({})
  }

  #places({ id: pressed }: CardShape) {
    const { nodes } = this.#controller.session.mirror
    const selected = useSelection.getState().nodes
    return [...(selected.has(pressed) ? selected : [pressed])].flatMap((id) => {
      const node = nodes.get(id)
      if (!node || node.kind === 'group') return []
      const now = cardSize(node)
      const { width, height } = resized(now, this.#by, this.#isExact)
      if (width === now.width && height === now.height) return []
      return [{ node: id, x: node.x, y: node.y, width, height }]
    })
  }
}
