/**
 * What the pointer does on the map: select, drag, link, select an area, open. Dragged cards move
 * only on the screen; the story is changed once, on release.
 */

import {
  between,
  bounds,
  type CardShape,
  type Curve,
  center,
  detailAt,
  endOf,
  type GestureTarget,
  linkCurve,
  type Point,
  type PointerIntent,
  type Rect,
  visible,
} from '../../../canvas'
import { useSelection } from '../../../document'
import { linkNamed } from '../../../services'
import { focusPanel, reportError } from '../../../state'
import { TooltipTracker } from '../hints/tooltipTracker'
import { useInlineEdit } from '../inlineEdit/inlineEdit'
import type { MapController } from '../scene/mapController'
import { CARD_HEIGHT, CARD_WIDTH } from '../scene/sceneBuilder'
import { CardResizer, cornerOf } from './cardResize'
import { useConnecting } from './connecting'
import { EdgePan } from './edgePan'
import { type Guide, type Snapped, snapped } from './snapping'

type DragMode =
  | { kind: 'none' | 'area' }
  | { kind: 'link'; from: CardShape; side: Point }
  | { kind: 'retarget'; edge: string; from: CardShape }
  | { kind: 'cards'; pressed: string }
  | { kind: 'size' }

/** How near to a handle or a link counts as on it, in CSS pixels. */
const NEAR = 9
/** The least width and height of a card from which links can be pulled, in CSS pixels. */
const LEAST_WITH_HANDLES = 5 * NEAR

export class PointerController implements GestureTarget {
  readonly #controller: MapController
  #grip: DragMode = { kind: 'none' }
  #hovered: string | undefined
  /** The card the hand took hold of; none if the keyboard moves them. */
  #pressed: string | undefined
  /** The cards in the hand. */
  #taken: ReadonlySet<string> = new Set()
  /** Where a drag began, in map units: the view may move meanwhile. */
  #start: Point = { x: 0, y: 0 }
  /** Where the pointer was last while it drags. */
  #at: PointerIntent | undefined
  readonly #edge = new EdgePan((dx, dy) => this.panned(dx, dy))
  /** The area of the pressed cards where they were taken. */
  #heldArea: Rect | undefined
  /** What is shown of where the cards in the hand would go. */
  #shownDrag = ''
  /** Whether a link or an area is being drawn. */
  #drawing = false
  /** Whether the menu that opens is asked for by a key. */
  #byKey = false

  /** Whether a menu was asked for at the pointer, and the pointer has not come back since. */
  #menuOpen = false

  /** What makes cards wider and higher, for the keys too. */
  readonly sizes: CardResizer
  readonly #tip: TooltipTracker
  #hoveredLink: string | undefined

  constructor(controller: MapController) {
    this.#controller = controller
    this.sizes = new CardResizer(controller)
    this.#tip = new TooltipTracker(controller)
  }

  press({ at, adding }: PointerIntent): 'pan' | 'drag' | 'area' {
    const point = this.#map(at)
    this.#tip.stop()
    this.#start = point
    const end = this.#linkEndAt(point)
    const handle = this.#handleAt(point)
    const corner = this.#cornerAt(point)
    const card = this.#cardAt(at)
    if (end) this.#grip = { kind: 'retarget', ...end }
    else if (corner) {
      this.#grip = { kind: 'size' }
      this.sizes.take(corner)
    } else if (handle) this.#grip = { kind: 'link', ...handle }
    else if (card) this.#grip = { kind: 'cards', pressed: card.id }
    else if (adding) this.#grip = { kind: 'area' }
    else this.#grip = { kind: 'none' }
    if (this.#grip.kind === 'none') return 'pan'
    return this.#grip.kind === 'area' ? 'area' : 'drag'
  }

  dragged(_from: PointerIntent, to: PointerIntent): void {
    this.#at = to
    this.#edge.follow(to.at, this.#controller.view.size)
    this.#follow(to)
  }

  #follow(to: PointerIntent): void {
    const [start, now] = [this.#start, this.#map(to.at)]
    const grip = this.#grip
    this.#drawing = ['area', 'link', 'retarget', 'size'].includes(grip.kind)
    if (grip.kind === 'area') this.#controller.setExtra({ area: between(start, now) })
    else if (grip.kind === 'link') this.#drawLink(grip.from, grip.side, to.at)
    else if (grip.kind === 'retarget') this.#drawLink(grip.from, grip.from, to.at)
    else if (grip.kind === 'size')
      this.sizes.resizeBy({ x: now.x - start.x, y: now.y - start.y }, to.alternate)
    else if (grip.kind === 'cards') {
      if (this.#taken.size === 0) this.#pick(grip.pressed)
      const hand = { x: Math.round(now.x - start.x), y: Math.round(now.y - start.y) }
      const { dx, dy, guides } = to.alternate ? free(hand) : this.#snapped(hand)
      this.carry(dx, dy)
      this.#showDrag(guides)
    }
  }

  dropped(_from: PointerIntent, to: PointerIntent): void {
    const [start, now] = [this.#start, this.#map(to.at)]
    const grip = this.#grip
    this.#letGo()
    if (grip.kind === 'area') {
      const found = this.#controller.view.scene
        .cardsTouching(between(start, now))
        .map((it) => it.id)
      useSelection.getState().select([...useSelection.getState().nodes, ...found])
    } else if (grip.kind === 'link') this.#dropLink(grip.from, to.at)
    else if (grip.kind === 'retarget') void this.#retarget(grip.edge, to.at)
    else if (grip.kind === 'size') this.sizes.put()
    else if (grip.kind === 'cards') this.put()
  }

  /** Whether cards are in the hand, or a link or an area is being drawn. */
  get isDragging(): boolean {
    return this.#taken.size > 0 || this.#drawing
  }

  /** Opens the menu of what is selected, as if it had been clicked there. */
  openMenu(host: HTMLElement): void {
    const { x, y } = this.#controller.menuPoint()
    const box = host.getBoundingClientRect()
    const at = { clientX: box.left + x, clientY: box.top + y }
    this.#byKey = true
    host.dispatchEvent(new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true }))
    this.#byKey = false
  }

  /** Takes the selected cards, with what their groups hold, into the hand. */
  take(): void {
    this.#pressed = undefined
    const held = this.#controller.withDescendants(useSelection.getState().nodes)
    this.#controller.view.startDrag(held)
    this.#taken = held
    const { cards } = this.#controller.view.scene
    this.#heldArea = bounds([...held].flatMap((it) => cards.get(it) ?? []))
    // The handles would stay behind with what they belonged to.
    this.#controller.setExtra({})
  }

  /** Moves what is in the hand, counted from where it was taken. */
  carry(dx: number, dy: number): void {
    this.#controller.view.dragBy(dx, dy)
  }

  /** Puts down what is in the hand, and tells the story where. */
  put(): void {
    if (this.#taken.size === 0) return
    this.#taken = new Set()
    void this.#place(this.#controller.view.endDrag())
  }

  cancelled(): void {
    this.#taken = new Set()
    this.sizes.cancel()
    this.#letGo()
    this.#controller.view.endDrag(true)
  }

  clicked({ at, adding }: PointerIntent): void {
    const card = this.#cardAt(at)
    if (useConnecting.getState().connecting) {
      this.#controller.finishConnecting(card?.isGroup ? undefined : card?.id)
      return
    }
    const selection = useSelection.getState()
    if (card && adding) selection.toggle(card.id)
    else if (card) selection.select([card.id])
    else if (!adding) {
      const link = this.#linkAt(at)
      if (link) selection.selectEdge(link)
      else selection.clear()
    }
  }

  opened({ at }: PointerIntent): void {
    const card = this.#cardAt(at)
    const link = this.#linkAt(at)
    if (card && isGroup(this.#controller, card.id)) this.#controller.enter(card.id)
    else if (card) focusPanel('inspector')
    else if (link) this.#controller.startRelabel(link)
    else this.startNodeAt(this.#map(at))
  }

  /** Selects what was pointed at, so that the menu that follows is about it. */
  menu({ at }: PointerIntent): void {
    this.#tip.stop()
    if (this.#byKey) return
    const card = this.#cardAt(at)
    const link = card ? undefined : this.#linkAt(at)
    const selection = useSelection.getState()
    this.#controller.setPointer(this.#map(at))
    this.#menuOpen = true
    if (card && !selection.nodes.has(card.id)) selection.select([card.id])
    else if (link) selection.selectEdge(link)
    else if (!card) selection.clear()
  }

  hovered(intent: PointerIntent | undefined): void {
    const at = intent && this.#map(intent.at)
    // What is chosen in a menu is meant for where the menu was asked for, though the pointer left.
    if (at || !this.#menuOpen) this.#controller.setPointer(at)
    if (at) this.#menuOpen = false
    const corner = at && this.#cornerAt(at)
    this.#controller.view.host.style.cursor = corner ? 'nwse-resize' : ''
    const onHandle = corner ?? (at && this.#handleAt(at))
    const hovered = onHandle ? this.#hovered : intent && this.#cardAt(intent.at)?.id
    const link = this.#tip.rest(onHandle ? undefined : intent?.at)
    if (hovered === this.#hovered && link === this.#hoveredLink) return
    this.#hovered = hovered
    this.#hoveredLink = link
    const card = this.#card(hovered)
    const grips =
      card && this.#hasHandles(card) ? { handles: sides(card), corner: cornerOf(card) } : {}
    const lit = link === undefined ? {} : { hoveredLink: link }
    this.#controller.setExtra(hovered === undefined ? lit : { hovered, ...grips })
  }

  panned(dx: number, dy: number): void {
    this.#tip.stop()
    this.#controller.view.pan(dx, dy)
    if (this.#at) this.#follow(this.#at)
  }

  zoomed(factor: number, at: Point): void {
    this.#tip.stop()
    this.#controller.view.zoom(factor, at)
    if (this.#at) this.#follow(this.#at)
  }

  /** Asks for the title of a new node whose middle is at a point of the map. */
  startNodeAt(point: Point, from?: string): void {
    const at = { x: point.x - CARD_WIDTH / 2, y: point.y - CARD_HEIGHT / 2 }
    const group = this.#controller.groupAt(point)
    useInlineEdit.getState().ask({
      kind: 'create',
      at,
      ...(from === undefined ? {} : { from }),
      ...(group === undefined ? {} : { group }),
    })
  }

  #letGo(): void {
    this.#at = undefined
    this.#edge.stop()
    this.#grip = { kind: 'none' }
    this.#drawing = false
    this.#shownDrag = ''
    this.#hovered = undefined
    this.#hoveredLink = undefined
    this.#controller.setExtra({})
  }

  #map(at: Point): Point {
    return this.#controller.view.toMap(at)
  }

  #card(id: string | undefined): CardShape | undefined {
    return id === undefined ? undefined : this.#controller.view.scene.cards.get(id)
  }

  #cardAt(at: Point): CardShape | undefined {
    const { scene, camera } = this.#controller.view
    return scene.cardAt(this.#map(at), camera.zoom)
  }

  #linkAt(at: Point): string | undefined {
    const within = NEAR / this.#controller.view.camera.zoom
    return this.#controller.view.scene.linkAt(this.#map(at), within)?.id
  }

  /** The handle of the hovered card under a point. */
  #handleAt(point: Point): { from: CardShape; side: Point } | undefined {
    const card = this.#card(this.#hovered)
    if (!card || !this.#hasHandles(card)) return undefined
    const reach = NEAR / this.#controller.view.camera.zoom
    const side = sides(card).find((it) => Math.hypot(it.x - point.x, it.y - point.y) <= reach)
    return side && { from: card, side }
  }

  /** The hovered card if its corner is under a point. */
  #cornerAt(point: Point): CardShape | undefined {
    const card = this.#card(this.#hovered)
    if (!card || !this.#hasHandles(card)) return undefined
    const { x, y } = cornerOf(card)
    const reach = NEAR / this.#controller.view.camera.zoom
    return Math.hypot(x - point.x, y - point.y) <= reach ? card : undefined
  }

  /** Whether a card has handles: on a small one there would be no place to drag it by. */
  #hasHandles(card: CardShape): boolean {
    const { zoom } = this.#controller.view.camera
    return !card.isGroup && Math.min(card.width, card.height) * zoom >= LEAST_WITH_HANDLES
  }

  /** Where the cards in the hand come to rest; Alt lets them lie anywhere. */
  #snapped(hand: Point): Snapped {
    const { view } = this.#controller
    const { scene, camera, size } = view
    const held = this.#heldArea
    if (!held || detailAt(camera.zoom) === 'speck') return free(hand)
    const others = scene
      .cardsIn(visible(camera, size))
      .filter((it) => !it.isGroup && !this.#taken.has(it.id))
    return snapped(held, hand, others, camera.zoom)
  }

  /** Shows what the cards in the hand are in line with, and the group that they would go into. */
  #showDrag(guides: readonly Guide[]): void {
    const card = this.#card(this.#pressed)
    const { x, y } = this.#controller.view.carried
    const group =
      card &&
      this.#controller.groupAt(center({ ...card, x: card.x + x, y: card.y + y }), this.#taken)
    // Painted only where it changes: nothing else over the map moves along with the hand.
    const shown = JSON.stringify([group, guides])
    if (shown === this.#shownDrag) return
    this.#shownDrag = shown
    this.#controller.setExtra({
      ...(group === undefined ? {} : { hovered: group }),
      ...(guides.length > 0 ? { guides } : {}),
    })
  }

  /** Takes a pressed card, alone or with the selection it is part of. */
  #pick(pressed: string): void {
    const selection = useSelection.getState()
    if (!selection.nodes.has(pressed)) selection.select([pressed])
    this.take()
    this.#pressed = pressed
  }

  /** The selected link if its head is under a point, which can be dragged to another card. */
  #linkEndAt(point: Point): { edge: string; from: CardShape } | undefined {
    const { edge } = useSelection.getState()
    const { scene, camera } = this.#controller.view
    const curve = edge === undefined ? undefined : scene.curve(edge)
    const from = this.#card(scene.links.get(edge ?? '')?.from)
    if (edge === undefined || !curve || !from) return undefined
    const end = endOf(curve)
    const isNear = Math.hypot(end.x - point.x, end.y - point.y) <= NEAR / camera.zoom
    return isNear ? { edge, from } : undefined
  }

  /** Leads a link to the card at a point. */
  async #retarget(edge: string, at: Point): Promise<void> {
    const { session } = this.#controller
    const link = session.mirror.edges.get(edge)
    const target = this.#cardAt(at)
    if (!link || !target || target.isGroup || target.id === link.to) return
    await session.data('update_link', { ...linkNamed(link), new_to: target.id }).catch(reportError)
  }

  #drawLink(from: CardShape, side: Point & Partial<Rect>, at: Point): void {
    const target = this.#cardAt(at)
    const end = this.#map(at)
    const linking: Curve = target
      ? linkCurve(from, target)
      : linkCurve({ width: 0, height: 0, ...side }, { ...end, width: 0, height: 0 })
    this.#controller.setExtra(target ? { linking, hovered: target.id } : { linking })
  }

  #dropLink(from: CardShape, at: Point): void {
    const target = this.#cardAt(at)
    if (target?.id === from.id) return
    if (target && !target.isGroup) this.#controller.startLink(from.id, target.id)
    else this.startNodeAt(this.#map(at), from.id)
  }

  /** Tells the story where the cards in the hand were put down. */
  async #place(taken: readonly CardShape[]): Promise<void> {
    const { session } = this.#controller
    try {
      await session.data('move_nodes', { ...this.#places(taken), ...this.#group(taken) })
    } catch (fault) {
      this.#controller.restore(taken.map((it) => it.id))
      reportError(fault)
    }
  }

  #places(taken: readonly CardShape[]) {
    const ids = new Set(taken.map((it) => it.id))
    const { nodes } = this.#controller.session.mirror
    // What a group holds goes with it.
    const own = taken.filter((it) => !ids.has(nodes.get(it.id)?.parent ?? ''))
    return { places: this.#controller.groupOrigins(own) }
  }

  /** The group that the cards were carried into, or empty where it was out of theirs. */
  #group(taken: readonly CardShape[]): { group?: string } {
    const pressed = this.#card(this.#pressed)
    if (!pressed) return {}
    const held = new Set(taken.map((it) => it.id))
    const { nodes } = this.#controller.session.mirror
    const own = taken.filter((it) => !held.has(nodes.get(it.id)?.parent ?? ''))
    const now = this.#controller.groupAt(center(pressed), held)
    const parents = new Set(own.map((it) => nodes.get(it.id)?.parent))
    if (parents.size === 1 && parents.has(now)) return {}
    return { group: now ?? '' }
  }
}

function free({ x, y }: Point): Snapped {
  return { dx: x, dy: y, guides: [] }
}

function isGroup(controller: MapController, id: string): boolean {
  return controller.session.mirror.nodes.get(id)?.kind === 'group'
}

/** Where links can be pulled from: the middles of the right and lower edge. */
function sides(card: CardShape): Point[] {
  return [
    { x: card.x + card.width, y: card.y + card.height / 2 },
    { x: card.x + card.width / 2, y: card.y + card.height },
  ]
}
