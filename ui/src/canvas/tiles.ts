/**
 * The scene drawn once, in squares, and shown by copying: panning costs a copy a square, whatever
 * is on it. Squares belong to one zoom; while zooming the old ones are shown scaled.
 */

import type { Camera, Size } from './camera'
import { intersects, type Rect } from './geometry'

/** Side of a square in device pixels. */
const TILE = 320

interface Tile {
  canvas: HTMLCanvasElement
  area: Rect
  stale: boolean
  used: number
}

export type DrawTile = (context: CanvasRenderingContext2D, area: Rect, scale: number) => void

/** Keeps the squares of one scale (device pixels a map unit). */
export class TileSet {
  readonly scale: number
  readonly #tiles = new Map<string, Tile>()
  readonly #draw: DrawTile
  readonly #most: number

  constructor(scale: number, draw: DrawTile, most = 120) {
    this.scale = scale
    this.#draw = draw
    this.#most = most
  }

  /** Marks what an area covers as to be drawn again. */
  invalidate(area: Rect): void {
    for (const tile of this.#tiles.values()) if (intersects(tile.area, area)) tile.stale = true
  }

  invalidateAll(): void {
    for (const tile of this.#tiles.values()) tile.stale = true
  }

  /**
   * Draws missing and stale squares of a view, nearest to its middle first, until a deadline.
   * Returns whether all are fresh.
   */
  refresh(view: Rect, deadline: number, frame: number): boolean {
    const todo: { key: string; column: number; row: number; distance: number }[] = []
    const side = TILE / this.scale
    const [middleX, middleY] = [view.x + view.width / 2, view.y + view.height / 2]
    this.#each(view, (key, column, row) => {
      const tile = this.#tiles.get(key)
      if (tile && !tile.stale) {
        tile.used = frame
        return
      }
      const distance = Math.hypot((column + 0.5) * side - middleX, (row + 0.5) * side - middleY)
      todo.push({ key, column, row, distance })
    })
    todo.sort((a, b) => a.distance - b.distance)
    let drawn = 0
    for (const { key, column, row } of todo) {
      // One square at least, so that a slow machine still gets there.
      if (drawn > 0 && performance.now() > deadline) return false
      this.#render(key, column, row, frame)
      drawn += 1
    }
    this.#forget()
    return true
  }

  /**
   * Copies the squares of a view. Scaled ones are copied point by point while `moving`: what is seen
   * for a sixtieth of a second need not be smooth, and smoothing costs as much as all the rest.
   */
  show(
    context: CanvasRenderingContext2D,
    camera: Camera,
    { size, ratio, moving }: { size: Size; ratio: number; moving: boolean },
  ): void {
    context.imageSmoothingEnabled = !moving
    const view = {
      x: camera.x,
      y: camera.y,
      width: size.width / camera.zoom,
      height: size.height / camera.zoom,
    }
    const zoom = camera.zoom * ratio
    const exact = Math.abs(zoom - this.scale) < 1e-9
    // By square rather than by place: far from its own zoom a view has countless places.
    for (const { canvas, area } of this.#tiles.values()) {
      if (!intersects(area, view)) continue
      const x = (area.x - camera.x) * zoom
      const y = (area.y - camera.y) * zoom
      if (exact) {
        context.drawImage(canvas, Math.round(x), Math.round(y))
      } else {
        // A little larger than it is, so that no seam shows between scaled squares.
        const side = area.width * zoom + 0.6
        context.drawImage(canvas, x, y, side, side)
      }
    }
  }

  #each(view: Rect, visit: (key: string, column: number, row: number) => void): void {
    const side = TILE / this.scale
    const right = Math.floor((view.x + view.width) / side)
    const bottom = Math.floor((view.y + view.height) / side)
    for (let row = Math.floor(view.y / side); row <= bottom; row++) {
      for (let column = Math.floor(view.x / side); column <= right; column++) {
        visit(`${column},${row}`, column, row)
      }
    }
  }

  #render(key: string, column: number, row: number, frame: number): void {
    const side = TILE / this.scale
    const area = { x: column * side, y: row * side, width: side, height: side }
    let tile = this.#tiles.get(key)
    if (!tile) {
      const canvas = document.createElement('canvas')
      canvas.width = TILE
      canvas.height = TILE
      tile = { canvas, area, stale: false, used: frame }
      this.#tiles.set(key, tile)
    }
    tile.stale = false
    tile.used = frame
    const context = tile.canvas.getContext('2d')
    if (!context) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, TILE, TILE)
    context.setTransform(this.scale, 0, 0, this.scale, -area.x * this.scale, -area.y * this.scale)
    this.#draw(context, area, this.scale)
  }

  #forget(): void {
    if (this.#tiles.size <= this.#most) return
    const oldest = [...this.#tiles.entries()].sort((a, b) => a[1].used - b[1].used)
    for (const [key, tile] of oldest.slice(0, this.#tiles.size - this.#most)) {
      // Gives the pixels back at once; a collected canvas may keep them for long.
      tile.canvas.width = 0
      this.#tiles.delete(key)
    }
  }
}
