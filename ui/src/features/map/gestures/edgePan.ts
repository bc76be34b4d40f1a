/** Pans the map while something is dragged near its border, faster near the border. */

import type { Point } from '../../../canvas'

/** How wide the border is that moves the view, in CSS pixels. */
const BORDER = 40
/** Pixels a frame at the very edge, and at most beyond it. */
const SPEED = 14
const MOST = 28

/** How far the map moves in a frame, in CSS pixels, for a pointer at a place in a view. */
export function edgeSpeed(at: Point, size: { width: number; height: number }): Point {
  return { x: along(at.x, size.width), y: along(at.y, size.height) }
}

function along(at: number, length: number): number {
  // A view as small as its borders would never be still.
  if (length < 4 * BORDER) return 0
  const deep = (distance: number) =>
    Math.min(MOST, Math.max(0, ((BORDER - distance) / BORDER) * SPEED))
  return deep(at) - deep(length - at)
}

export class EdgePan {
  readonly #step: (dx: number, dy: number) => void
  #speed: Point = { x: 0, y: 0 }
  #asked = 0

  /** `step` moves the map under the view, and whatever is in the hand with it. */
  constructor(step: (dx: number, dy: number) => void) {
    this.#step = step
  }

  follow(at: Point, size: { width: number; height: number }): void {
    this.#speed = edgeSpeed(at, size)
    if (this.#asked === 0 && this.#moves()) this.#ask()
  }

  stop(): void {
    cancelAnimationFrame(this.#asked)
    this.#asked = 0
    this.#speed = { x: 0, y: 0 }
  }

  #moves(): boolean {
    return this.#speed.x !== 0 || this.#speed.y !== 0
  }

  #ask(): void {
    this.#asked = requestAnimationFrame(() => {
      this.#asked = 0
      if (!this.#moves()) return
      this.#ask()
      this.#step(this.#speed.x, this.#speed.y)
    })
  }
}
