/**
 * The map on the screen: a scene, a camera, and the squares between them. Draws only when something
 * changed, and never touches what surrounds it; gestures and keys come in from `gestures.ts`.
 */

import {
  blended,
  type Camera,
  fitted,
  panned,
  type Size,
  toMap,
  toScreen,
  visible,
  zoomed,
} from './camera'
import { type Brush, drawArea, drawLifted, forgetText, TITLE_REACH } from './draw'
import { grown, type Point, type Rect } from './geometry'
import { type Overlay, paintOverlay } from './overlay'
import { PictureShelf } from './pictures'
import { type CardShape, type LinkShape, Scene } from './scene'
import type { Theme } from './theme'
import { TileSet } from './tiles'

/** Milliseconds a frame for drawing squares; less while zooming, when most are soon out of scale. */
const FRAME_BUDGET = 5
const ZOOM_BUDGET = 2
const SETTLE = 110
const FAR = 4
const NONE: ReadonlySet<string> = new Set()

export class MapView {
  readonly scene = new Scene()
  readonly #base: HTMLCanvasElement
  readonly #top: HTMLCanvasElement
  readonly #watched: (camera: Camera) => void
  readonly #resizes: ResizeObserver
  readonly #pictures: PictureShelf
  #theme: Theme
  #camera: Camera = { x: 0, y: 0, zoom: 1 }
  #size: Size = { width: 1, height: 1 }
  #ratio = 1
  #tiles: TileSet
  #older: TileSet | undefined
  #overlay: Overlay = { selected: NONE, glowing: new Map() }
  #lifted: ReadonlySet<string> = NONE
  #flight: { from: Camera; to: Camera; began: number; lasts: number } | undefined
  #zoomedAt = 0
  #complete = false
  #frame = 0
  #asked = 0

  constructor(host: HTMLElement, theme: Theme, watched: (camera: Camera) => void) {
    this.#theme = theme
    this.#watched = watched
    this.#base = layer(host)
    this.#top = layer(host)
    this.#pictures = new PictureShelf((address) => this.#pictured(address))
    this.#tiles = this.#tileSet(1)
    this.#resizes = new ResizeObserver(() => this.#resize(host))
    this.#resizes.observe(host)
    this.#resize(host)
  }

  destroy(): void {
    cancelAnimationFrame(this.#asked)
    this.#resizes.disconnect()
    this.#base.remove()
    this.#top.remove()
  }

  get camera(): Camera {
    return this.#camera
  }

  get theme(): Theme {
    return this.#theme
  }

  /** Whether all that is in view is drawn as it is, with nothing on the way. */
  get complete(): boolean {
    return this.#complete && this.#asked === 0
  }

  get size(): Size {
    return this.#size
  }

  /** Takes on other colors or fonts; also to be called when a font has arrived. */
  setTheme(theme: Theme): void {
    this.#theme = theme
    forgetText()
    this.#tiles.invalidateAll()
    this.#older = undefined
    this.#ask()
  }

  /** Replaces everything. */
  load(cards: Iterable<CardShape>, links: Iterable<LinkShape>): void {
    this.scene.load(cards, links)
    this.#tiles.invalidateAll()
    this.#older = undefined
    this.#ask()
  }

  /** Draws some areas again, after the scene was changed there. */
  changed(areas: Iterable<Rect>): void {
    for (const area of areas) {
      const wide = grown(area, Math.max(24, TITLE_REACH / this.#camera.zoom))
      this.#tiles.invalidate(wide)
      this.#older?.invalidate(wide)
    }
    this.#ask()
  }

  setOverlay(overlay: Overlay): void {
    this.#overlay = overlay
    this.#ask()
  }

  /** Takes cards into the hand: they follow the scene frame by frame, the rest stays as drawn. */
  lift(ids: ReadonlySet<string>): void {
    const areas = this.#areas(this.#lifted)
    this.#lifted = ids
    this.changed([...areas, ...this.#areas(ids)])
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

  /** Shows a rectangle whole, flying there unless motion is unwanted. */
  fit(rect: Rect, closest = 1): void {
    this.fly(fitted(rect, this.#size, 56, closest))
  }

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
    this.#watched(camera)
    this.#ask()
  }

  #tileSet(scale: number): TileSet {
    return new TileSet(scale, (context, area, tileScale) =>
      drawArea(this.#brush(context), this.scene, area, tileScale / this.#ratio),
    )
  }

  #brush(context: CanvasRenderingContext2D): Brush {
    return {
      context,
      theme: this.#theme,
      pictures: (address) => this.#pictures.get(address),
      lifted: this.#lifted,
    }
  }

  #pictured(address: string): void {
    const shown = visible(this.#camera, this.#size)
    const cards = this.scene.cardsIn(shown).filter((it) => it.picture === address)
    this.changed(cards)
  }

  #areas(ids: ReadonlySet<string>): Rect[] {
    const areas: Rect[] = []
    for (const id of ids) {
      const card = this.scene.cards.get(id)
      if (card) areas.push(...this.scene.setCard(card))
    }
    return areas
  }

  #resize(host: HTMLElement): void {
    const box = host.getBoundingClientRect()
    this.#size = { width: Math.max(1, box.width), height: Math.max(1, box.height) }
    this.#ratio = window.devicePixelRatio || 1
    for (const canvas of [this.#base, this.#top]) {
      canvas.width = Math.round(this.#size.width * this.#ratio)
      canvas.height = Math.round(this.#size.height * this.#ratio)
    }
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
    // Far from their own zoom squares are a blur, or too many: others are begun while still zooming.
    if (ratio > FAR || ratio < 1 / FAR || (settled && Math.abs(ratio - 1) > 1e-9)) {
      this.#older = this.#tiles
      this.#tiles = this.#tileSet(scale)
    }
    const fresh = this.#tiles.refresh(
      grown(visible(this.#camera, this.#size), 0),
      performance.now() + (settled ? FRAME_BUDGET : ZOOM_BUDGET),
      this.#frame,
    )
    this.#complete = fresh && settled
    if (this.#complete) this.#older = undefined
    this.#paintBase(!settled)
    const glowing = this.#paintTop(now)
    if (flying || !settled || !fresh || glowing) this.#ask()
  }

  #advance(now: number): boolean {
    const flight = this.#flight
    if (!flight) return false
    const t = Math.min(1, (now - flight.began) / flight.lasts)
    const eased = 1 - (1 - t) ** 3
    this.#camera = t === 1 ? flight.to : blended(flight.from, flight.to, eased, this.#size)
    this.#watched(this.#camera)
    if (t === 1) this.#flight = undefined
    return t < 1
  }

  #paintBase(moving: boolean): void {
    const context = this.#base.getContext('2d')
    if (!context) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = this.#theme.background
    context.fillRect(0, 0, this.#base.width, this.#base.height)
    this.#dots(context)
    const shown = { size: this.#size, ratio: this.#ratio, moving }
    this.#older?.show(context, this.#camera, shown)
    this.#tiles.show(context, this.#camera, shown)
  }

  /** A grid of dots that tells distance; left out where it would be a haze. */
  #dots(context: CanvasRenderingContext2D): void {
    const { zoom } = this.#camera
    if (zoom < 0.35) return
    const step = 32 * zoom * this.#ratio
    const radius = Math.max(0.8, zoom) * this.#ratio
    const left = (-this.#camera.x * zoom * this.#ratio) % step
    const top = (-this.#camera.y * zoom * this.#ratio) % step
    context.fillStyle = this.#theme.dots
    for (let y = top; y < this.#base.height; y += step) {
      for (let x = left; x < this.#base.width; x += step) {
        context.fillRect(x - radius / 2, y - radius / 2, radius, radius)
      }
    }
  }

  #paintTop(now: number): boolean {
    const context = this.#top.getContext('2d')
    if (!context) return false
    const { zoom, x, y } = this.#camera
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#top.width, this.#top.height)
    const scale = zoom * this.#ratio
    context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale)
    if (this.#lifted.size > 0) drawLifted(this.#brush(context), this.scene, zoom)
    const { scene } = this
    return paintOverlay({ context, scene, theme: this.#theme, zoom }, this.#overlay, now)
  }
}

function layer(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // The outline is the map's twin for those who do not see it.
  canvas.setAttribute('aria-hidden', 'true')
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none'
  host.append(canvas)
  return canvas
}
