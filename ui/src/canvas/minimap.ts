/**
 * The whole map in small, with a frame around the view. The cards are painted once and cached until
 * they change, so that moving the view costs two copies whatever the story's size.
 */

import type { Camera, Size } from './camera'
import type { Point, Rect } from './geometry'
import type { CardMark } from './overlay'
import type { Scene } from './scene'
import { accentOf, type Theme } from './theme'

interface MinimapTransform {
  /** Map units to minimap pixels. */
  scale: number
  left: number
  top: number
}

const MARGIN = 6
/** The maximum scale, for stories with few cards. */
const LARGEST = 0.1

/** The transform of a map with this extent in a minimap of this size. */
export function minimapTransform(extent: Rect, size: Size): MinimapTransform {
  const width = Math.max(1, extent.width)
  const height = Math.max(1, extent.height)
  const [across, down] = [size.width - 2 * MARGIN, size.height - 2 * MARGIN]
  const scale = Math.min(LARGEST, across / width, down / height)
  return {
    scale,
    left: (size.width - extent.width * scale) / 2 - extent.x * scale,
    top: (size.height - extent.height * scale) / 2 - extent.y * scale,
  }
}

/** A dot with a halo, visible at any scale. */
function light(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { scale, left, top }: MinimapTransform,
  card: Rect,
): void {
  const [x, y] = [
    left + (card.x + card.width / 2) * scale,
    top + (card.y + card.height / 2) * scale,
  ]
  context.fillStyle = theme.glow
  for (const [radius, alpha] of [
    [8, 0.35],
    [3.5, 1],
  ] as const) {
    context.globalAlpha = alpha
    context.beginPath()
    context.arc(x, y, radius, 0, Math.PI * 2)
    context.fill()
  }
  context.globalAlpha = 1
}

/** The size of a draft's mark, in CSS pixels: visible at any scale, and next to its neighbor. */
const MARK = 3.5

/** Marks of a draft's changes in their colors: discs, to distinguish them from cards. */
function mark(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { scale, left, top }: MinimapTransform,
  marked: readonly ReviewMark[],
): void {
  for (const { area, mark } of marked) {
    context.beginPath()
    const [x, y] = [area.x + area.width / 2, area.y + area.height / 2]
    context.arc(left + x * scale, top + y * scale, MARK, 0, Math.PI * 2)
    context.fillStyle = theme.marks[mark]
    context.fill()
    context.strokeStyle = theme.card
    context.lineWidth = 1.25
    context.stroke()
  }
}

/** Where a draft changes something. */
export interface ReviewMark {
  area: Rect
  mark: CardMark
}

export class Minimap {
  readonly #canvas: HTMLCanvasElement
  readonly #cards = document.createElement('canvas')
  #place: MinimapTransform | undefined
  #stale = true
  #marked: readonly ReviewMark[] = []

  /** `size` in CSS pixels. */
  constructor(canvas: HTMLCanvasElement, size: Size) {
    const ratio = window.devicePixelRatio || 1
    this.#canvas = canvas
    for (const it of [canvas, this.#cards]) {
      it.width = Math.round(size.width * ratio)
      it.height = Math.round(size.height * ratio)
    }
  }

  /** Repaints the cards next time, with a draft's marks on them. */
  changed(marked: readonly ReviewMark[]): void {
    this.#marked = marked
    this.#stale = true
  }

  /** The map point under a point of the minimap; `undefined` while it is empty. */
  toMap(at: Point): Point | undefined {
    const place = this.#place
    return place && { x: (at.x - place.left) / place.scale, y: (at.y - place.top) / place.scale }
  }

  /** `lit`: cards to highlight on it. */
  draw(scene: Scene, camera: Camera, view: Size, theme: Theme, lit: Iterable<Rect> = []): void {
    const context = this.#canvas.getContext('2d')
    if (!context) return
    if (this.#stale) this.#paintCards(scene, theme)
    const ratio = window.devicePixelRatio || 1
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    context.drawImage(this.#cards, 0, 0)
    const place = this.#place
    if (!place) return
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const [width, height] = [this.#canvas.width / ratio, this.#canvas.height / ratio]
    for (const card of lit) light(context, theme, place, card)
    // A view beyond the cards is shown at the edge, so that the frame stays visible.
    const clamp = (value: number, most: number) => Math.max(1, Math.min(most - 1, value))
    const left = clamp(place.left + camera.x * place.scale, width)
    const top = clamp(place.top + camera.y * place.scale, height)
    const right = clamp(place.left + (camera.x + view.width / camera.zoom) * place.scale, width)
    const bottom = clamp(place.top + (camera.y + view.height / camera.zoom) * place.scale, height)
    context.strokeStyle = theme.selection
    context.lineWidth = 1.5
    context.strokeRect(left, top, Math.max(2, right - left), Math.max(2, bottom - top))
  }

  #paintCards(scene: Scene, theme: Theme): void {
    this.#stale = false
    const context = this.#cards.getContext('2d')
    const extent = scene.extent()
    const ratio = window.devicePixelRatio || 1
    const size = { width: this.#cards.width / ratio, height: this.#cards.height / ratio }
    this.#place = extent && minimapTransform(extent, size)
    if (!context) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#cards.width, this.#cards.height)
    const place = this.#place
    if (!place) return
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    for (const card of scene.cards.values()) {
      context.fillStyle = card.isGroup ? theme.groupBorder : accentOf(theme, card.kind, card.color)
      context.globalAlpha = card.isGroup ? 0.25 : 0.85
      context.fillRect(
        place.left + card.x * place.scale,
        place.top + card.y * place.scale,
        Math.max(1.5, card.width * place.scale),
        Math.max(1.5, card.height * place.scale),
      )
    }
    context.globalAlpha = 1
    mark(context, theme, place, this.#marked)
  }
}
