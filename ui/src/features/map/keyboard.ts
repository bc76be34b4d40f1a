/** The map by keyboard: arrows go from card to card, Alt and arrows move cards, Enter opens. */

import { focusPanel } from '../../actions'
import { type Point, visible } from '../../canvas'
import { useSelection } from '../../document'
import type { Board } from './board'
import type { Hand } from './hand'
import { directionOf, neighbor, stepOf } from './neighbor'

/** How far one press moves a card, in map units. */
const NUDGE = 16
/** A row of presses is one step of the story; it ends after this pause. */
const PAUSE = 500

export class Keyboard {
  readonly #board: Board
  readonly #hand: Hand
  #nudged: Point = { x: 0, y: 0 }
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(board: Board, hand: Hand) {
    this.#board = board
    this.#hand = hand
  }

  /** Takes a key; returns whether it meant something. */
  take(event: KeyboardEvent): boolean {
    const direction = directionOf(event.key)
    if (direction && !event.ctrlKey && !event.metaKey) {
      const step = stepOf(direction)
      if (event.altKey) this.#nudge(step.x * NUDGE, step.y * NUDGE)
      else this.#go(direction, event.shiftKey)
      return true
    }
    const { focused } = useSelection.getState()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      const group = focused && this.#board.session.mirror.nodes.get(focused)?.kind === 'group'
      if (group) this.#board.enter(focused)
      return Boolean(group)
    }
    if (event.key === 'Enter' && focused) {
      focusPanel('inspector')
      return true
    }
    if (event.key === 'Escape') {
      // The first Escape lets go of the selection, the next leaves the group.
      if (useSelection.getState().nodes.size > 0) useSelection.getState().clear()
      else this.#board.leave()
      return true
    }
    return false
  }

  #go(direction: NonNullable<ReturnType<typeof directionOf>>, adding: boolean): void {
    const { view } = this.#board
    const { focused, nodes, select } = useSelection.getState()
    const from = focused === undefined ? undefined : view.scene.cards.get(focused)
    const cards = [...view.scene.cards.values()].filter((it) => !it.isGroup)
    // Without a selection the middle of the view is where one begins.
    const shown = visible(view.camera, view.size)
    const next = from ? neighbor(from, direction, cards) : nearest(shown, cards)
    if (!next) return
    select(adding ? [...nodes, next.id] : [next.id])
    this.#board.reveal([next.id])
  }

  #nudge(dx: number, dy: number): void {
    const nodes = useSelection.getState().nodes
    if (nodes.size === 0) return
    if (this.#waiting === undefined) this.#hand.take()
    clearTimeout(this.#waiting)
    this.#nudged = { x: this.#nudged.x + dx, y: this.#nudged.y + dy }
    this.#hand.carry(this.#nudged.x, this.#nudged.y)
    this.#waiting = setTimeout(() => {
      this.#waiting = undefined
      this.#nudged = { x: 0, y: 0 }
      this.#hand.put()
    }, PAUSE)
  }
}

function nearest<T extends { x: number; y: number }>(
  shown: { x: number; y: number; width: number; height: number },
  cards: T[],
): T | undefined {
  const [x, y] = [shown.x + shown.width / 2, shown.y + shown.height / 2]
  const far = (card: T) => Math.hypot(card.x - x, card.y - y)
  return cards.reduce<T | undefined>(
    (best, it) => (best && far(best) <= far(it) ? best : it),
    undefined,
  )
}
