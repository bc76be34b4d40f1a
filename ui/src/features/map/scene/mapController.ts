/**
 * The story on the map: fills the scene from the mirror, keeps the two in sync, and steers the
 * view. Free of components; the pointer is handled in `gestures/pointerController.ts`.
 */

import {
  bounds,
  type Camera,
  type CardShape,
  center,
  contains,
  detailAt,
  grown,
  holds,
  intersects,
  MapView,
  type Point,
  pointOn,
  type Rect,
  type Size,
  visible,
} from '../../../canvas'
import {
  descendantsOf,
  type MirrorDelta,
  type Session,
  useNodeTags,
  useRecentChanges,
  useSelection,
} from '../../../document'
import {
  type Alignment,
  type MapCommands,
  type PlacedRect,
  useCollapsed,
  useDock,
} from '../../../state'
import { useMapFilter } from '../filter/mapFilter'
import { useConnecting } from '../gestures/connecting'
import { enclosingOrFirstChild, LinkNavigator } from '../gestures/linkNavigation'
import { type NewCard, useInlineEdit } from '../inlineEdit/inlineEdit'
import { useLinkField } from '../link/linkField'
import { useReview, watchReview } from '../review/review'
import { aligned } from './align'
import { clearFit, frameOf, isUnderBar } from './clearView'
import { freePosition } from './freePosition'
import { watchMarks } from './marks'
import { useOpenGroup } from './openGroup'
import { mapOverlay, type OverlayExtra } from './overlay'
import { centered, firstView, READING_ZOOM, saveCamera, savedCamera } from './savedCamera'
import { CARD_GAP, CARD_HEIGHT, CARD_WIDTH, type CardTexts, SceneBuilder } from './sceneBuilder'
import { updateMarks, updateScene } from './sceneUpdate'
import { readTheme, watchTheme } from './theme'

/** From this many cards on, everything is filled again at once. */
const MANY = 400
/** What is visible has so much free about it, in CSS pixels. */
const CLEAR = 12

/** What the overlay shows beside the selection. */
const PAINTED = [useRecentChanges, useConnecting, useInlineEdit, useReview, useMapFilter]

export class MapController implements MapCommands {
  readonly view: MapView
  readonly session: Session
  #shaper: SceneBuilder
  #cardTexts: CardTexts
  /** Where one was in the groups around the one that is shown. */
  readonly #outside: { root: string | undefined; camera: Camera }[] = []
  #extra: OverlayExtra = {}
  /** Where the story starts, as the cards show it. */
  #start: string | null
  #pointer: Point | undefined
  /** What was selected or brought into sight last: it stays there when the map's size changes. */
  #attended: Iterable<string> = useSelection.getState().nodes
  /** Where the writer was when the story was last open. */
  readonly #saved: ReturnType<typeof savedCamera>
  /** The view that the story was opened with. */
  #first: Camera | undefined
  readonly #links = new LinkNavigator()
  readonly #watchers = new Set<(sceneChanged: boolean) => void>()
  readonly #endings: (() => void)[]

  constructor(host: HTMLElement, session: Session, cardTexts: CardTexts) {
    this.session = session
    this.#cardTexts = cardTexts
    this.#start = session.mirror.story.start
    useOpenGroup.getState().setOpenGroup(undefined)
    useCollapsed.getState().open(session.mirror.story.id)
    this.#shaper = new SceneBuilder(session.mirror, cardTexts)
    this.view = new MapView(host, readTheme(), (camera, size) => this.#looked(camera, size))
    this.view.held = () => bounds(this.#shapes(this.#attended))
    this.#endings = [
      session.mirror.subscribe((touched) => this.#take(touched)),
      ...PAINTED.map((it) => it.subscribe(() => this.#paint())),
      useSelection.subscribe((now, before) => {
        if (now.nodes !== before.nodes) this.#attended = now.nodes
        this.#paint()
      }),
      useSelection.subscribe(
        (now, before) => now.gone !== before.gone && this.goTo([...now.nodes]),
      ),
      useDock.subscribe((now, before) => now.visits !== before.visits && this.#paint()),
      watchReview(session, (nodes) => this.#bringIntoSight(nodes)),
      useCollapsed.subscribe(() => this.#reshape()),
      ...watchMarks(session, (nodes) => this.#mark(nodes)),
      useNodeTags.subscribe(() => this.#paint()),
      watchTheme(() => {
        this.view.setTheme(readTheme())
        this.#tell(true)
      }),
    ]
    this.#fill()
    this.#saved = savedCamera(session.mirror.story.id)
    this.#showFirstView()
  }

  destroy(): void {
    for (const end of this.#endings) end()
    useConnecting.getState().connect(undefined)
    saveCamera(this.session.mirror.story.id, this.view.camera, this.view.size)
    this.view.destroy()
  }

  #showFirstView(): void {
    this.#first = firstView(this.view, this.session.mirror.story.start, this.#saved)
    if (this.#first) this.view.look(this.#first)
  }

  /** Fits the first view to the map's size and bars as they are now, if it is still shown. */
  showFirstViewAgain(): void {
    if (this.view.camera === this.#first) this.#showFirstView()
  }

  /** Hears when the view moved or, with `true`, when the scene changed. */
  watch(watcher: (sceneChanged: boolean) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  setCardTexts(cardTexts: CardTexts): void {
    this.#cardTexts = cardTexts
    this.#reshape()
  }

  get root(): string | undefined {
    return useOpenGroup.getState().root
  }

  /** Shows the inside of a group alone, or with none the whole story. */
  enter(group: string | undefined): void {
    if (group === this.root) return
    const { camera } = this.view
    const back = this.#outside.findLastIndex((it) => it.root === group)
    const was = back < 0 ? undefined : this.#outside[back]
    if (was) this.#outside.splice(back)
    else this.#outside.push({ root: this.root, camera })
    useOpenGroup.getState().setOpenGroup(group)
    this.#reshape()
    const extent = this.view.scene.extent()
    if (was) this.view.look(was.camera)
    else if (extent) this.#fit(extent)
  }

  /** Out of the shown group, into the one around it; returns whether there was a way out. */
  leave(): boolean {
    const { root } = this
    if (root === undefined) return false
    this.enter(this.session.mirror.nodes.get(root)?.parent)
    useSelection.getState().select([root])
    return true
  }

  /** Puts the selected cards in line, as one step; what a selected group holds goes with it. */
  async align(how: Alignment): Promise<void> {
    const shapes = this.#shapes(useSelection.getState().nodes)
    const groups = shapes
      .filter((it) => it.isGroup)
      .map((it) => descendantsOf(this.session.mirror, it.id))
    const outer = shapes.filter((it) => !groups.some((held) => held.has(it.id)))
    const places = this.groupOrigins(aligned(outer, how))
    if (places.length > 0) await this.session.data('move_nodes', { places })
  }

  /** Where the nodes go whose cards are put somewhere. */
  groupOrigins(cards: readonly (Rect & { id: string })[]) {
    return cards.map((it) => this.#shaper.home(it))
  }

  /** Where cards go that are put down now: their middle under the pointer, or in the view's. */
  pasteAt(cards: readonly PlacedRect[]): Point & { group?: string } {
    const sized = cards.map((it) => ({ width: CARD_WIDTH, height: CARD_HEIGHT, ...it }))
    const { width = 0, height = 0 } = bounds(sized) ?? {}
    const at = this.#pointer ?? center(this.#visible())
    const group = this.groupAt(at)
    return {
      x: Math.round(at.x - width / 2),
      y: Math.round(at.y - height / 2),
      ...(group === undefined ? {} : { group }),
    }
  }

  /** The open group at a point, the innermost; the shown one where there is none. */
  groupAt(point: Point, but?: ReadonlySet<string>): string | undefined {
    const frames = this.view.scene.cardsIn({ ...point, width: 0, height: 0 })
    const found = frames.filter((it) => it.isGroup && !but?.has(it.id) && contains(it, point))
    return found.at(-1)?.id ?? this.root
  }

  /** What is drawn over the map beside the selection; replaces what was. */
  setExtra(extra: OverlayExtra): void {
    this.#extra = extra
    this.#paint()
  }

  /** Where the pointer is, in map units; `undefined` when it has left. */
  setPointer(at: Point | undefined): void {
    this.#pointer = at
  }

  /** The areas of the cards that stand for nodes, each once. */
  areasOf(nodes: Iterable<string>): { id: string; area: Rect }[] {
    const places = new Map<string, { id: string; area: Rect }>()
    for (const id of nodes) {
      const card = this.view.scene.cards.get(this.#shaper.visibleNodeFor(id) ?? '')
      if (card && !places.has(card.id)) places.set(card.id, { id, area: card })
    }
    return [...places.values()]
  }

  /** The node that is drawn for a node. */
  readonly visibleNodeFor = (node: string) => this.#shaper.visibleNodeFor(node)

  /** A node with all that its groups hold, as drawn. */
  withDescendants(nodes: Iterable<string>): Set<string> {
    const { mirror } = this.session
    const held = new Set(nodes)
    const groups = [...held].filter((it) => mirror.nodes.get(it)?.kind === 'group')
    for (const group of groups) for (const it of descendantsOf(mirror, group)) held.add(it)
    return new Set([...held].filter((it) => this.view.scene.cards.has(it)))
  }

  /** Shows nodes again as the story has them. */
  restore(nodes: Iterable<string>): void {
    const touched = { whole: false, nodes: new Set(nodes), edges: new Set<string>() }
    this.#take(touched)
  }

  /** Shows a complete part of the map, with none of its cards under the bars in the corners. */
  #fit(part: Rect): void {
    this.view.fly(clearFit(part, frameOf(this.view)))
  }

  fitAll(): void {
    const extent = this.view.scene.extent()
    if (extent) this.#fit(extent)
  }

  fitSelection(): void {
    const around = bounds(this.#shapes(useSelection.getState().nodes))
    if (around) this.#fit(around)
  }

  readonly zoom = (factor: number): void => this.view.zoom(factor)

  zoomTo(zoom: number): void {
    this.view.zoom(zoom / this.view.camera.zoom)
  }

  reveal(nodes: readonly string[]): void {
    this.#bring(nodes, this.view.camera.zoom)
  }

  goTo(nodes: readonly string[]): void {
    const { zoom } = this.view.camera
    this.#bring(nodes, detailAt(zoom) === 'full' ? zoom : READING_ZOOM)
  }

  #bring(nodes: readonly string[], zoom: number): void {
    this.#attended = nodes
    const { hidden } = this.#shaper.branches
    if (nodes.some((it) => hidden.has(it))) useCollapsed.getState().expandAll()
    // What lies outside of the shown group is looked for in the whole story.
    if (nodes.some((it) => this.#shaper.visibleNodeFor(it) === undefined)) this.enter(undefined)
    const around = bounds(this.#shapes(nodes))
    if (!around) return
    const { size, camera } = this.view
    const clear = grown(around, CLEAR / camera.zoom)
    const isHidden = isUnderBar(around, camera, frameOf(this.view))
    if (zoom === camera.zoom && holds(this.#visible(), clear) && !isHidden) return
    const fits = around.width * zoom < size.width && around.height * zoom < size.height
    if (fits) this.view.fly(centered(center(around), zoom, size))
    else this.#fit(around)
  }

  startNode(from?: string, nodeKind?: string): void {
    const source = from === undefined ? undefined : this.view.scene.cards.get(from)
    const at = source
      ? this.#clear({ x: source.x + source.width + CARD_GAP, y: source.y })
      : this.#free()
    this.#ask(at, {
      kind: 'create',
      ...(from === undefined ? {} : { from }),
      ...(nodeKind === undefined ? {} : { nodeKind }),
    })
  }

  startRename(node: string): void {
    this.reveal([node])
    useInlineEdit.getState().ask({ kind: 'rename', node })
  }

  startLink(from: string, to: string): void {
    this.reveal([from, to])
    useInlineEdit.getState().ask({ kind: 'label', from, to })
  }

  startRelabel(edge: string): void {
    this.#revealLink(edge)
    useInlineEdit.getState().ask({ kind: 'relabel', edge })
  }

  startInsert(edge: string): void {
    const curve = this.view.scene.curve(edge)
    if (!curve) return
    const { x, y } = pointOn(curve, 0.5)
    const at = this.#clear({ x: x - CARD_WIDTH / 2, y: y - CARD_HEIGHT / 2 })
    this.#ask(at, { kind: 'insert', edge })
  }

  editCondition(): void {
    useLinkField.getState().focusCondition()
  }

  startConnecting(from: string): void {
    this.reveal([from])
    useConnecting.getState().connect({ from })
  }

  /** Links to the chosen card, or with none to nothing. */
  finishConnecting(to: string | undefined): void {
    const { connecting, connect } = useConnecting.getState()
    connect(undefined)
    if (connecting && to !== undefined) this.startLink(connecting.from, to)
  }

  stepLink(step: 1 | -1): void {
    const link = this.#links.step(this.session.mirror, this.view.scene, step)
    if (link !== undefined) this.#revealLink(link)
  }

  /** The card whose links are gone through. */
  linkCard(): string | undefined {
    return this.#links.back(this.session.mirror)
  }

  selectAround(): void {
    const { focused, select } = useSelection.getState()
    const next =
      focused === undefined ? undefined : enclosingOrFirstChild(this.session.mirror, focused)
    if (next === undefined || this.#shaper.visibleNodeFor(next) !== next) return
    select([next])
    this.reveal([next])
  }

  /**
   * Where on the screen a menu about the selection opens: on the selected card or link, which is
   * brought into sight; in the middle where nothing is selected.
   */
  menuPoint(): Point {
    const { focused, edge } = useSelection.getState()
    const [card] = focused === undefined ? [] : this.#shapes([focused])
    const curve = edge === undefined ? undefined : this.view.scene.curve(edge)
    const area = card ?? (curve && { ...pointOn(curve, 0.5), width: 0, height: 0 })
    const { size } = this.view
    if (!area) {
      this.#pointer = center(this.#visible())
      return { x: size.width / 2, y: size.height / 2 }
    }
    if (!contains(this.#visible(), center(area))) {
      this.view.look(centered(center(area), this.view.camera.zoom, size))
    }
    const at = this.view.toScreen(card ? { x: card.x + 24, y: card.y + 32 } : area)
    const within = (it: number, most: number) => Math.max(8, Math.min(most - 8, it))
    return { x: within(at.x, size.width), y: within(at.y, size.height) }
  }

  #revealLink(link: string): void {
    const curve = this.view.scene.curve(link)
    if (!curve) return
    const middle = pointOn(curve, 0.5)
    if (contains(this.#visible(), middle)) return
    this.view.fly(centered(middle, this.view.camera.zoom, this.view.size))
  }

  /** Asks for the title of a new card, which belongs to the group around it. */
  #ask(at: Point, asking: NewCard): void {
    const middle = { x: at.x + CARD_WIDTH / 2, y: at.y + CARD_HEIGHT / 2 }
    if (!contains(this.#visible(), middle)) {
      this.view.look(centered(middle, this.view.camera.zoom, this.view.size))
    }
    const group = this.groupAt(middle)
    const place = { at, ...(group === undefined ? {} : { group }) }
    useInlineEdit.getState().ask({ ...asking, ...place })
  }

  /** Under the pointer where that is on the ground; else nearby, from the middle of the view on. */
  #free(): Point {
    const at = this.#pointer ?? center(this.#visible())
    const place = { x: at.x - CARD_WIDTH / 2, y: at.y - CARD_HEIGHT / 2 }
    const meant =
      this.#pointer !== undefined && this.view.scene.cardAt(at, this.view.camera.zoom) === undefined
    return meant ? place : this.#clear(place)
  }

  /** The place nearest to one where a new card covers none. */
  #clear(at: Point): Point {
    const { scene } = this.view
    const card = { ...at, width: CARD_WIDTH, height: CARD_HEIGHT }
    return freePosition(card, (area) => scene.cardsIn(area).some((it) => !it.isGroup))
  }

  #visible(): Rect {
    return visible(this.view.camera, this.view.size)
  }

  /** Goes to nodes none of which can be seen. */
  #bringIntoSight(nodes: readonly string[]): void {
    const seen = this.#visible()
    if (!this.#shapes(nodes).some((it) => intersects(it, seen))) this.goTo(nodes)
  }

  #shapes(nodes: Iterable<string>): CardShape[] {
    const shown = new Set([...nodes].map((it) => this.#shaper.visibleNodeFor(it) ?? ''))
    return [...shown].map((it) => this.view.scene.cards.get(it)).filter((it) => it !== undefined)
  }

  #reshape(): void {
    this.#shaper = new SceneBuilder(this.session.mirror, this.#cardTexts, this.root)
    this.#fill()
    this.#paint()
  }

  #fill(): void {
    this.view.load(this.#shaper.cards(), this.#shaper.links())
    this.#tell(true)
  }

  #take(touched: MirrorDelta): void {
    const { mirror } = this.session
    this.#shaper.forget()
    if (mirror.story.start !== this.#start) {
      this.#mark([mirror.story.start ?? '', this.#start ?? ''])
      this.#start = mirror.story.start
    }
    if (this.root !== undefined && !mirror.nodes.has(this.root)) {
      this.#outside.length = 0
      useOpenGroup.getState().setOpenGroup(undefined)
      this.#reshape()
      return
    }
    const closed = [...touched.nodes].some((it) => mirror.nodes.get(it)?.kind === 'group')
    const isCut = useCollapsed.getState().nodes.size > 0
    if (touched.whole || closed || isCut || touched.nodes.size > MANY) {
      this.view.update(this.#shaper.cards(), this.#shaper.links())
    } else updateScene(this.#drawn, touched)
    this.#paint()
    this.#tell(true)
  }

  /** Draws cards again whose signs may be others now. */
  #mark(nodes: Iterable<string>): void {
    updateMarks(this.#drawn, nodes)
  }

  get #drawn() {
    return { view: this.view, mirror: this.session.mirror, shaper: this.#shaper }
  }

  #looked(camera: Camera, size: Size): void {
    saveCamera(this.session.mirror.story.id, camera, size)
    this.#tell(false)
  }

  #tell(sceneChanged: boolean): void {
    for (const watcher of this.#watchers) watcher(sceneChanged)
  }

  #paint(): void {
    const { mirror } = this.session
    const { overlay, emphasis } = mapOverlay(
      this.view.scene,
      mirror,
      this.visibleNodeFor,
      this.#extra,
    )
    this.view.setEmphasis(emphasis)
    this.view.setOverlay(overlay)
  }
}
