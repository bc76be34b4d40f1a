/**
 * The map by keyboard: arrows go from card to card, Alt and arrows move cards, Enter opens. The
 * documented keys are in `MAP_KEYS` of the actions.
 */

import { type CardShape, type Point, visible } from '../../../canvas'
import { useSelection } from '../../../document'
import { focusPanel } from '../../../state'
import type { MapController } from '../scene/mapController'
import { useConnecting } from './connecting'
import { linkEndInDirection } from './linkNavigation'
import { type Direction, directionOf, neighbor, stepOf } from './neighbor'
import type { PointerController } from './pointerController'

/** How far one press moves a card, and with Shift, in map units. */
const NUDGE = 16
const FAR = 96
/** By how much one press changes the size of a card, in map units. */
const GROW = 16
/** How far one press moves the view, in CSS pixels. */
const PAN = 96
/** A row of presses is one step of the story; it ends after this pause. */
const PAUSE = 500

export class KeyboardController {
  readonly #controller: MapController
  readonly #hand: PointerController
  /** What a row of presses does. */
  #doing: 'move' | 'size' = 'move'
  #nudged: Point = { x: 0, y: 0 }
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(controller: MapController, hand: PointerController) {
    this.#controller = controller
    this.#hand = hand
  }

  /** Takes a key; returns whether it meant something. */
  take(event: KeyboardEvent): boolean {
    const command = event.ctrlKey || event.metaKey
    const direction = directionOf(event.key)
    // With both keys the arrows are the window's: back and forward.
    if (direction && !(command && event.altKey)) {
      this.#arrow(direction, event, command)
      return true
    }
    if (event.key === 'Enter') return this.#enter(command)
    if (event.key === 'Escape') {
      this.#escape()
      return true
    }
    if (event.key === 'Home' && !command && !event.altKey) return this.#toStart()
    return false
  }

  #arrow(direction: Direction, event: KeyboardEvent, command: boolean): void {
    const step = stepOf(direction)
    if (command && event.shiftKey) this.#repeat('size', step.x * GROW, step.y * GROW)
    else if (command) {
      // The view goes where the arrow points, so the map goes the other way.
      this.#controller.view.pan(-step.x * PAN, -step.y * PAN)
    } else if (event.altKey) {
      const far = event.shiftKey ? FAR : NUDGE
      this.#repeat('move', step.x * far, step.y * far)
    } else if (useConnecting.getState().connecting) this.#aim(direction)
    else this.#go(direction, event.shiftKey)
  }

  #enter(command: boolean): boolean {
    const { connecting } = useConnecting.getState()
    const { focused } = useSelection.getState()
    if (connecting) {
      this.#controller.finishConnecting(connecting.to)
      return true
    }
    if (command) {
      const group = focused && this.#controller.session.mirror.nodes.get(focused)?.kind === 'group'
      if (group) this.#controller.enter(focused)
      return Boolean(group)
    }
    if (!focused) return false
    focusPanel('inspector')
    return true
  }

  /** Cancels what is in progress; else clears the selection; else leaves the group. */
  #escape(): void {
    const { nodes, edge, select, clear } = useSelection.getState()
    // What the pointer holds is let go by whoever follows the pointer.
    if (this.#hand.isDragging && this.#waiting === undefined) return
    if (this.#waiting !== undefined) this.#dropBack()
    else if (useConnecting.getState().connecting) this.#controller.finishConnecting(undefined)
    else if (edge !== undefined) {
      const back = this.#controller.linkCard()
      if (back) select([back])
      else clear()
    } else if (nodes.size > 0) clear()
    else this.#controller.leave()
  }

  #toStart(): boolean {
    const { start } = this.#controller.session.mirror.story
    if (!start || !this.#controller.session.mirror.nodes.has(start)) return false
    useSelection.getState().goTo([start])
    return true
  }

  #go(direction: Direction, adding: boolean): void {
    const { scene } = this.#controller.view
    const { focused, nodes, edge, select } = useSelection.getState()
    const end = edge === undefined ? undefined : linkEndInDirection(scene, edge, direction)
    const next = end ?? this.#next(direction, focused)?.id
    if (next === undefined) return
    select(adding ? [...nodes, next] : [next])
    this.#controller.reveal([next])
  }

  /** Leads the link that is being drawn to the next card. */
  #aim(direction: Direction): void {
    const { connecting, connect } = useConnecting.getState()
    if (!connecting) return
    const next = this.#next(direction, connecting.to ?? connecting.from)
    if (!next) return
    connect({ from: connecting.from, to: next.id })
    this.#controller.reveal([next.id])
  }

  #next(direction: Direction, from: string | undefined): CardShape | undefined {
    const { view } = this.#controller
    const here = from === undefined ? undefined : view.scene.cards.get(from)
    // Groups are gone to from groups alone: else one would land on the frame around a card.
    const all = [...view.scene.cards.values()]
    const cards = all.filter((it) => !it.isGroup || here?.isGroup)
    // Without a selection the middle of the view is where one begins.
    const shown = visible(view.camera, view.size)
    return here ? neighbor(here, direction, cards) : nearest(shown, cards)
  }

  #repeat(doing: 'move' | 'size', dx: number, dy: number): void {
    if (this.#waiting !== undefined && this.#doing !== doing) this.#finish()
    if (this.#waiting === undefined && !this.#begin(doing)) return
    clearTimeout(this.#waiting)
    this.#nudged = { x: this.#nudged.x + dx, y: this.#nudged.y + dy }
    if (doing === 'size') this.#hand.sizes.resizeBy(this.#nudged)
    else this.#hand.carry(this.#nudged.x, this.#nudged.y)
    this.#waiting = setTimeout(() => this.#finish(), PAUSE)
  }

  /** Takes what is selected into the hand; returns whether there is something to take. */
  #begin(doing: 'move' | 'size'): boolean {
    const { nodes, focused } = useSelection.getState()
    if (nodes.size === 0) return false
    this.#doing = doing
    if (doing === 'move') {
      this.#hand.take()
      return true
    }
    const card = this.#controller.view.scene.cards.get(focused ?? '')
    // The frame of a group goes around what it holds.
    if (!card || card.isGroup) return false
    this.#hand.sizes.take(card)
    return true
  }

  #finish(): void {
    this.#forgetNudge()
    if (this.#doing === 'size') this.#hand.sizes.put()
    else this.#hand.put()
  }

  #dropBack(): void {
    this.#forgetNudge()
    this.#hand.cancelled()
  }

  #forgetNudge(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    this.#nudged = { x: 0, y: 0 }
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
