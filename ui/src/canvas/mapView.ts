/**
 * The map on the screen: a scene, a camera, and the tiles between them. Draws only when something
 * changed, and never affects its surroundings; input comes from `gestures.ts`.
 */

import {
  type Camera,
  interpolated,
  keptInView,
  panned,
  type Size,
  toMap,
  toScreen,
  visible,
  zoomed,
} from './camera'
import { DragLayer } from './dragLayer'
import { drawArea, drawBackground, TITLE_REACH } from './draw'
import { clearTextCache, type DrawContext, type Emphasis } from './drawContext'
import { grown, holds, intersection, type Point, type Rect } from './geometry'
import { LabelLayout } from './labelLayout'
import { labelTexts } from './labels'
import { ARROWS_FROM, LABELS_FROM } from './levelOfDetail'
import { type Overlay, overlayBounds, overlayPart, paintOverlay } from './overlay'
import { OverlayLayer } from './overlayLayer'
import { loadPicture, PictureCache } from './pictureCache'
import { type CardShape, type LinkShape, Scene } from './scene'
import { changeCount, sceneChanges } from './sceneChanges'
import type { Theme } from './theme'
import { TileSet } from './tiles'

/**
 * The time per frame for drawing tiles, in milliseconds; less while zooming, when most are soon
 * obsolete.
 */
const FRAME_BUDGET = 5
const ZOOM_BUDGET = 2
const SETTLE = 110
const FAR = 4
/** From this many changed cards and links on, everything is loaded again at once. */
const MANY = 400
const NONE: ReadonlySet<string> = new Set()

export class MapView {
  readonly scene = new Scene()
  readonly #ground: HTMLElement
  readonly #labels: LabelLayout
  readonly #overlayLayer = new OverlayLayer()
  readonly #carried = new DragLayer(this.scene)
  readonly #watched: (camera: Camera, size: Size) => void
  readonly #resizes: ResizeObserver
  readonly #pictures: PictureCache
  #theme: Theme
  #camera: Camera = { x: 0, y: 0, zoom: 1 }
  #size: Size = { width: 1, height: 1 }
  #ratio = 1
  #tiles: TileSet
  #older: TileSet | undefined
  #overlay: Overlay = { selected: NONE, highlighted: new Map() }
  #emphasis: Emphasis = {}
  /** Whether the overlay must be repainted. */
  #overStale = true
  /** The painted area, if there is more of it elsewhere. */
  #over: Rect | undefined
  #flight: { from: Camera; to: Camera; began: number; lasts: number } | undefined
  #zoomedAt = 0
  #complete = false
  #frame = 0
  #asked = 0

  constructor(host: HTMLElement, theme: Theme, watched: (camera: Camera, size: Size) => void) {
    this.#theme = theme
    this.#watched = watched
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    this.#labels = new LabelLayout(this.scene, (it) =>
      labelTexts({ context, theme: this.#theme }, it),
    )
    this.#ground = ground(host)
    this.#ground.style.background = theme.background
    this.#pictures = new PictureCache((address) => this.#pictured(address), {
      load: loadPicture,
    })
    this.#tiles = this.#tileSet(1)
    this.#ground.append(this.#tiles.element, this.#carried.element, this.#overlayLayer.element)
    this.#resizes = new ResizeObserver(() => this.#resize(host))
    this.#resizes.observe(host)
    this.#resize(host)
  }

  destroy(): void {
    cancelAnimationFrame(this.#asked)
    this.#resizes.disconnect()
    this.#forgetOlder()
    this.#tiles.remove()
    this.#pictures.clear()
    this.#ground.remove()
  }

  get camera(): Camera {
    return this.#camera
  }

  /** The element it is drawn into. */
  get host(): HTMLElement {
    return this.#ground.parentElement ?? this.#ground
  }

  get theme(): Theme {
    return this.#theme
  }

  /** What stays in view when the view gets smaller. */
  held: (() => Rect | undefined) | undefined

  /** Whether everything in view is drawn up to date, with nothing pending. */
  get complete(): boolean {
    return this.#complete && this.#asked === 0
  }

  get size(): Size {
    return this.#size
  }

  /** Changes colors or fonts; also call this when a font has loaded. */
  setTheme(theme: Theme): void {
    this.#theme = theme
    this.#ground.style.background = theme.background
    this.#carried.changed()
    this.#labels.clear()
    clearTextCache()
    this.#redraw()
  }

  /** Replaces everything. */
  load(cards: Iterable<CardShape>, links: Iterable<LinkShape>): void {
    this.scene.load(cards, links)
    this.#labels.clear()
    this.#redraw()
  }

  /**
   * Replaces everything, as {@link load} does, but redraws only what differs where that is little.
   */
  update(cards: readonly CardShape[], links: readonly LinkShape[]): void {
    const { scene } = this
    const changes = sceneChanges(scene, cards, links)
    const count = changeCount(changes)
    if (count === 0) return
    if (count > MANY) {
      this.load(cards, links)
      return
    }
    this.changed([
      ...changes.removedLinks.flatMap((it) => scene.removeLink(it)),
      ...changes.removedCards.flatMap((it) => scene.removeCard(it)),
      ...changes.cards.flatMap((it) => scene.setCard(it)),
      ...changes.links.flatMap((it) => scene.setLink(it)),
    ])
  }

  /** Redraws areas in which the scene has changed, and the labels that move because of it. */
  changed(areas: Iterable<Rect>): void {
    const all = [...areas]
    const isNear = this.#camera.zoom >= LABELS_FROM
    if (!isNear) this.#labels.clear()
    const labels = isNear ? this.#labels.changed(all, visible(this.#camera, this.#size)) : []
    this.#redrawIn([...all, ...labels])
  }

  #redrawIn(areas: readonly Rect[]): void {
    for (const area of areas) {
      const wide = grown(area, Math.max(24, TITLE_REACH / this.#camera.zoom))
      this.#tiles.invalidate(wide)
      this.#older?.invalidate(wide)
    }
    this.#overStale = true
    this.#carried.changed()
    this.#ask()
  }

  setOverlay(overlay: Overlay): void {
    this.#overlay = overlay
    this.#overStale = true
    this.#ask()
  }

  /** Fades what does not matter now. */
  setEmphasis(emphasis: Emphasis): void {
    const { cards, links } = this.#emphasis
    const isNear = this.#camera.zoom >= ARROWS_FROM
    const isSame = isSameSet(cards, emphasis.cards)
    const isAlike = isSameSet(links, emphasis.links)
    this.#emphasis = emphasis
    // Far out, all links are faint.
    if (isSame && (isAlike || !isNear)) return
    this.#tiles.invalidateAll()
    this.#older?.invalidateAll()
    this.#carried.changed()
    this.#ask()
  }

  /** Starts dragging cards: they follow the pointer, the rest stays as drawn. */
  startDrag(ids: ReadonlySet<string>): void {
    this.#carried.take(ids)
    if (ids.size > MANY) {
      this.#tiles.invalidateAll()
      this.#older?.invalidateAll()
      this.#overStale = true
      this.#ask()
      return
    }
    this.#redrawIn([
      ...[...ids].flatMap((it) => this.scene.areaOf(it)),
      ...this.#labels.boxes(this.#linksOf(ids)),
    ])
  }

  /** Moves the dragged cards, relative to where they were taken, in map units. */
  dragBy(dx: number, dy: number): void {
    this.#carried.carry(dx, dy)
    this.#ask()
  }

  /** How far the dragged cards were moved. */
  get carried(): Point {
    return this.#carried.offset
  }

  /**
   * Drops the dragged cards, where they are or, with `back`, where they were; returns what moved.
   */
  endDrag(back = false): CardShape[] {
    const { x, y } = back ? { x: 0, y: 0 } : this.#carried.offset
    const { ids } = this.#carried
    const { cards, links } = this.scene
    const moved = [...ids].flatMap((id) => {
      const card = cards.get(id)
      return card ? [{ ...card, x: card.x + x, y: card.y + y }] : []
    })
    if (back) this.#carried.carry(0, 0)
    this.#carried.leave()
    if (moved.length > MANY) {
      const there = new Map(moved.map((it) => [it.id, it]))
      this.load(
        [...cards.values()].map((it) => there.get(it.id) ?? it),
        [...links.values()],
      )
      return moved
    }
    // Labels omitted while their cards were dragged are drawn again.
    const labels = this.#labels.boxes(this.#linksOf(ids))
    this.changed([...labels, ...moved.flatMap((it) => this.scene.setCard(it))])
    return moved
  }

  #linksOf(ids: Iterable<string>): string[] {
    return [...ids].flatMap((it) => [...this.scene.linksOf(it)])
  }

  pan(dx: number, dy: number): void {
    this.#flight = undefined
    this.#look(panned(this.#camera, dx, dy))
  }

  zoom(factor: number, at: Point = this.#middle()): void {
    this.#flight = undefined
    this.#zoomedAt = performance.now()
    this.#look(zoomed(this.#camera, factor, at))
  }

  look(camera: Camera): void {
    this.#flight = undefined
    this.#look(camera)
  }

  /** Shows what a camera shows, animated unless reduced motion is preferred. */
  fly(to: Camera): void {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still) {
      this.look(to)
      return
    }
    this.#flight = { from: this.#camera, to, began: performance.now(), lasts: 320 }
    this.#ask()
  }

  toMap(screen: Point): Point {
    return toMap(this.#camera, screen)
  }

  toScreen(map: Point): Point {
    return toScreen(this.#camera, map)
  }

  #middle(): Point {
    return { x: this.#size.width / 2, y: this.#size.height / 2 }
  }

  #look(camera: Camera): void {
    this.#camera = camera
    this.#watched(camera, this.#size)
    this.#ask()
  }

  #tileSet(scale: number): TileSet {
    return new TileSet(scale, this.#ratio, (context, area, tileScale) => {
      const zoom = tileScale / this.#ratio
      drawBackground(this.#brush(context), grown(area, 1 / zoom), zoom)
      drawArea(this.#brush(context), this.scene, area, zoom)
    })
  }

  #brush(context: CanvasRenderingContext2D): DrawContext {
    return {
      context,
      theme: this.#theme,
      pictures: (address, across) => this.#pictures.get(address, across),
      ratio: this.#ratio,
      dragged: this.#carried.ids,
      labels: this.#labels,
      emphasis: this.#emphasis,
    }
  }

  #pictured(address: string): void {
    const shown = visible(this.#camera, this.#size)
    const cards = this.scene.cardsIn(shown).filter((it) => it.picture === address)
    this.#redrawIn(cards)
  }

  #resize(host: HTMLElement): void {
    const box = host.getBoundingClientRect()
    const before = this.#size
    this.#size = { width: Math.max(1, box.width), height: Math.max(1, box.height) }
    const held = this.held?.()
    if (held) {
      const camera = keptInView(this.#camera, held, { before, after: this.#size })
      if (camera !== this.#camera) this.look(camera)
    }
    const ratio = window.devicePixelRatio || 1
    if (ratio !== this.#ratio) {
      this.#ratio = ratio
      this.#begin(this.#tileSet(this.#camera.zoom * ratio))
      this.#forgetOlder()
    }
    this.#overStale = true
    // What shows the view's frame elsewhere depends on its size as well.
    this.#watched(this.#camera, this.#size)
    this.#ask()
  }

  /** Puts new tiles on top of the old ones, which stay until the new ones are complete. */
  #begin(tiles: TileSet): void {
    this.#forgetOlder()
    this.#older = this.#tiles
    this.#tiles = tiles
    this.#older.element.after(tiles.element)
  }

  #forgetOlder(): void {
    this.#older?.remove()
    this.#older = undefined
  }

  #redraw(): void {
    this.#tiles.invalidateAll()
    this.#forgetOlder()
    this.#overStale = true
    this.#ask()
  }

  #ask(): void {
    if (this.#asked === 0) this.#asked = requestAnimationFrame((now) => this.#draw(now))
  }

  #draw(now: number): void {
    this.#asked = 0
    this.#frame += 1
    const flying = this.#advance(now)
    const settled = !flying && now - this.#zoomedAt > SETTLE
    const scale = this.#camera.zoom * this.#ratio
    const ratio = scale / this.#tiles.scale
    // Far from their own zoom, tiles are blurred or too many: new ones are begun while still
    // zooming.
    if (ratio > FAR || ratio < 1 / FAR || (settled && Math.abs(ratio - 1) > 1e-9)) {
      this.#begin(this.#tileSet(scale))
    }
    const fresh = this.#tiles.refresh(
      visible(this.#camera, this.#size),
      performance.now() + (settled ? FRAME_BUDGET : ZOOM_BUDGET),
      this.#frame,
    )
    this.#complete = fresh && settled
    if (this.#complete) this.#forgetOlder()
    if (fresh) this.#carried.clear()
    this.#older?.place(this.#camera)
    this.#tiles.place(this.#camera)
    this.#drawCarried(settled)
    const highlighted = this.#paintOver(now, settled)
    if (flying || !settled || !fresh || highlighted) this.#ask()
  }

  #advance(now: number): boolean {
    const flight = this.#flight
    if (!flight) return false
    const t = Math.min(1, (now - flight.began) / flight.lasts)
    const eased = 1 - (1 - t) ** 3
    this.#camera = t === 1 ? flight.to : interpolated(flight.from, flight.to, eased, this.#size)
    this.#watched(this.#camera, this.#size)
    if (t === 1) this.#flight = undefined
    return t < 1
  }

  #drawCarried(settled: boolean): void {
    const sight = { camera: this.#camera, size: this.#size, ratio: this.#ratio, settled }
    const overlay = () => overlayPart(this.#overlay, this.#carried.ids, true)
    this.#carried.draw(sight, (context) => this.#brush(context), overlay)
  }

  /** Repaints the overlay where it changed; returns whether it is animated. */
  #paintOver(now: number, settled: boolean): boolean {
    const { scene } = this
    const { zoom } = this.#camera
    const moved = !this.#overlayLayer.fits(zoom) && settled
    const shown = this.#over ? visible(this.#camera, this.#size) : undefined
    const beyond = shown && this.#over && !holds(this.#over, shown)
    if (!this.#overStale && !moved && !beyond) {
      this.#overlayLayer.place(this.#camera)
      return false
    }
    const { ids } = this.#carried
    const overlay = ids.size > 0 ? overlayPart(this.#overlay, ids, false) : this.#overlay
    const all = overlayBounds(scene, overlay, zoom)
    // A margin around the view, so that a little panning needs no repaint.
    const near = visible(this.#camera, this.#size)
    const reach = grown(near, Math.max(near.width, near.height) / 4)
    const area = all && intersection(all, reach)
    // Complete if it ends within the margin: then panning cannot reveal more of it. Where all of it
    // lies beyond, the view may still be on its way there.
    this.#over = all && !(area && holds(area, all)) ? reach : undefined
    this.#overStale = false
    let highlighted = false
    this.#overlayLayer.paint(area, { zoom, ratio: this.#ratio }, (context) => {
      const labels = zoom < LABELS_FROM ? [] : this.#labels.boxesIn(reach)
      const painting = { context, scene, theme: this.#theme, zoom, labels }
      highlighted = paintOverlay(painting, overlay, now)
    })
    this.#overlayLayer.place(this.#camera)
    this.#overStale = highlighted
    return highlighted
  }
}

function isSameSet(
  a: ReadonlySet<string> | undefined,
  b: ReadonlySet<string> | undefined,
): boolean {
  if (a === b || !a || !b) return a === b
  return a.size === b.size && [...a].every((it) => b.has(it))
}

/** Contains the tiles and the overlay, and clips them. */
function ground(host: HTMLElement): HTMLElement {
  const element = document.createElement('div')
  // The outline is the accessible alternative to the map.
  element.setAttribute('aria-hidden', 'true')
  element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none'
  host.append(element)
  return element
}
