/**
 * The dragged cards: painted once, and moved by the browser during the drag. Only the links that
 * connect them to the rest are redrawn. The scene is updated when they are dropped.
 */

import { type Camera, type Size, visible } from './camera'
import { drawShapes } from './draw'
import type { DrawContext } from './drawContext'
import { EdgeLayer } from './edgeLayer'
import { bounds, type Curve, curveBounds, grown, holds, intersection, type Rect } from './geometry'
import { LABEL_REACH } from './labelLayout'
import { type Overlay, overlayBounds, paintOverlay } from './overlay'
import { OverlayLayer } from './overlayLayer'
import type { CardShape, LinkShape, Scene } from './scene'

const NONE: ReadonlySet<string> = new Set()

/** The camera. */
export interface Viewport {
  camera: Camera
  size: Size
  /** Device pixels per pixel. */
  ratio: number
  /** Whether the zoom is at rest, so that what was painted for another zoom is repainted. */
  settled: boolean
}

export class DragLayer {
  readonly element = document.createElement('div')
  readonly #scene: Scene
  readonly #overlayLayer = new OverlayLayer()
  readonly #edgeLayer = new EdgeLayer()
  #ids: ReadonlySet<string> = NONE
  #offset = { x: 0, y: 0 }
  /** Dropped, and shown until the map itself shows it. */
  #leaving = false
  #stale = false
  /** The area painted around the view, if there is more of it elsewhere. */
  #reach: Rect | undefined
  /** Links with both ends dragged, and those with one. */
  #inner: LinkShape[] = []

  constructor(scene: Scene) {
    this.#scene = scene
    this.element.style.cssText = 'position:absolute;inset:0;display:none'
    this.element.append(this.#edgeLayer.element, this.#overlayLayer.element)
  }

  /** The dragged cards; none once they are dropped. */
  get ids(): ReadonlySet<string> {
    return this.#leaving ? NONE : this.#ids
  }

  get offset(): { x: number; y: number } {
    return this.#offset
  }

  take(ids: ReadonlySet<string>): void {
    this.#ids = ids
    this.#offset = { x: 0, y: 0 }
    this.#leaving = false
    this.#stale = true
  }

  /** Moves them, relative to where they were taken, in map units. */
  carry(x: number, y: number): void {
    this.#offset = { x, y }
  }

  /** Ends the drag; what shows the cards stays until {@link clear}. */
  leave(): void {
    this.#leaving = true
  }

  /** Removes what was left. */
  clear(): void {
    if (!this.#leaving) return
    this.#leaving = false
    this.#ids = NONE
    this.#inner = []
    this.element.style.display = 'none'
  }

  /** Repaints them after a change of their look. */
  changed(): void {
    this.#stale = true
  }

  draw(
    sight: Viewport,
    brush: (context: CanvasRenderingContext2D) => DrawContext,
    overlay: () => Overlay,
  ): void {
    if (this.#ids.size === 0) return
    const { camera } = sight
    const from = { ...camera, x: camera.x - this.#offset.x, y: camera.y - this.#offset.y }
    const shown = this.#reach && visible(from, sight.size)
    const beyond = shown && this.#reach && !holds(this.#reach, shown)
    const resized = sight.settled && !this.#overlayLayer.fits(camera.zoom)
    const anew = this.#stale || beyond || resized
    if (anew && !this.#leaving) {
      this.#sort(sight, brush)
      this.#paint({ ...sight, camera: from }, brush, overlay())
    }
    this.#overlayLayer.place(from)
    // Dropped cards are already in the scene, where their links have their own curves.
    const curveOf = this.#leaving
      ? (link: LinkShape) => this.#scene.curve(link.id)
      : (link: LinkShape) => this.#curve(link)
    this.#edgeLayer.draw(curveOf, camera, sight.size)
    this.#stale = false
  }

  /** Separates links that move along from those that stretch. */
  #sort(
    { camera, ratio }: Viewport,
    brush: (context: CanvasRenderingContext2D) => DrawContext,
  ): void {
    const inner = new Map<string, LinkShape>()
    const outer = new Map<string, LinkShape>()
    for (const id of this.#ids) {
      for (const link of this.#scene.linksOf(id)) {
        const shape = this.#scene.links.get(link)
        if (!shape) continue
        const both = this.#ids.has(shape.from) && this.#ids.has(shape.to)
        if (both) inner.set(link, shape)
        else outer.set(link, shape)
      }
    }
    this.#inner = [...inner.values()]
    const measuring = document.createElement('canvas').getContext('2d')
    if (!measuring) return
    const { zoom } = camera
    this.#edgeLayer.take([...outer.values()], this.#scene, brush(measuring), { zoom, ratio })
  }

  #paint(
    { camera, size, ratio }: Viewport,
    brush: (context: CanvasRenderingContext2D) => DrawContext,
    overlay: Overlay,
  ): void {
    const { zoom } = camera
    const cards = [...this.#ids]
      .map((it) => this.#scene.cards.get(it))
      .filter((it): it is CardShape => it !== undefined)
    const curves = this.#inner
      .map((it) => this.#scene.curve(it.id))
      .filter((it) => it !== undefined)
    const areas = [
      bounds(cards.map((it) => grown(it, Math.max(8, 26 / zoom)))),
      bounds(curves.map((it) => grown(curveBounds(it), LABEL_REACH))),
      overlayBounds(this.#scene, overlay, zoom),
    ]
    const all = bounds(areas.filter((it) => it !== undefined))
    const near = visible(camera, size)
    const reach = grown(near, Math.max(near.width, near.height) / 3)
    const area = all && intersection(all, reach)
    this.#reach = all && area && !holds(area, all) ? reach : undefined
    // Dragged groups are drawn first, below their contents.
    const rank = (card: CardShape) => (card.isGroup ? -card.width * card.height : 1)
    cards.sort((a, b) => rank(a) - rank(b))
    this.#overlayLayer.paint(area, { zoom, ratio }, (context) => {
      const made = brush(context)
      drawShapes(made, this.#scene, { cards, links: this.#inner }, zoom)
      const painting = { context, scene: this.#scene, theme: made.theme, zoom, labels: [] }
      paintOverlay(painting, overlay, performance.now())
    })
    this.element.style.display = 'block'
  }

  #curve(link: LinkShape): Curve | undefined {
    const from = this.#scene.cards.get(link.from)
    const to = this.#scene.cards.get(link.to)
    if (!from || !to) return undefined
    const moved = (card: CardShape) =>
      this.#ids.has(card.id)
        ? {
            x: card.x + this.#offset.x,
            y: card.y + this.#offset.y,
            width: card.width,
            height: card.height,
          }
        : card
    return this.#scene.curveBetween(link, moved(from), moved(to))
  }
}
