/**
 * A canvas over the map, no larger than its content: painted when that changes, and otherwise moved
 * with the map by the browser.
 */

import { BufferedCanvas } from './bufferedCanvas'
import { type Camera, toScreen } from './camera'
import type { Rect } from './geometry'

/** Sizes increase in steps, in device pixels, so that small growth does not reallocate. */
const STEP = 64

export class OverlayLayer {
  readonly #sheet = new BufferedCanvas('transform-origin:0 0;will-change:transform')
  #transform = ''
  #painted: { area: Rect; zoom: number } | undefined

  /** The element to insert where the map is shown. */
  get element(): HTMLElement {
    return this.#sheet.element
  }

  /**
   * Paints an area, in map units, for a zoom (pixels per map unit) and a device pixel ratio;
   * without an area it is empty.
   */
  paint(
    area: Rect | undefined,
    { zoom, ratio }: { zoom: number; ratio: number },
    draw: (context: CanvasRenderingContext2D) => void,
  ): void {
    this.#painted = area && { area, zoom }
    this.element.style.display = area ? 'block' : 'none'
    if (!area) return
    const scale = zoom * ratio
    const [width, height] = [stepped(area.width * scale), stepped(area.height * scale)]
    this.element.style.width = `${width / ratio}px`
    this.element.style.height = `${height / ratio}px`
    this.#sheet.paint(width, height, (context) => {
      context.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale)
      draw(context)
    })
  }

  /** Whether it was painted for this zoom. */
  fits(zoom: number): boolean {
    return !this.#painted || Math.abs(this.#painted.zoom / zoom - 1) < 1e-9
  }

  /** Removes it from the page and frees its pixels. */
  remove(): void {
    this.#painted = undefined
    this.#sheet.remove()
  }

  /** Moves it to where a camera sees its area. */
  place(camera: Camera): void {
    if (!this.#painted) return
    const { area, zoom } = this.#painted
    const { x, y } = toScreen(camera, area)
    const transform = `translate(${x}px, ${y}px) scale(${camera.zoom / zoom})`
    // Cached, because reading it back from the style is the most expensive part of a frame.
    if (this.#transform === transform) return
    this.#transform = transform
    this.element.style.transform = transform
  }
}

function stepped(length: number): number {
  return Math.max(STEP, Math.ceil(length / STEP) * STEP)
}
