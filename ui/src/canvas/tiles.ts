/**
 * The scene drawn once, in tiles in the page: panning and zooming move the one element that
 * contains them, which the browser does without redrawing. Tiles belong to one zoom; while zooming
 * they are scaled.
 */

import { BufferedCanvas } from './bufferedCanvas'
import { type Camera, toScreen } from './camera'
import { intersects, type Point, type Rect } from './geometry'

/** Side of a tile in device pixels. */
const TILE = 320

interface Tile {
  sheet: BufferedCanvas
  area: Rect
  stale: boolean
  used: number
}

export type DrawTile = (context: CanvasRenderingContext2D, area: Rect, scale: number) => void

/** Manages the tiles of one scale (device pixels per map unit). */
export class TileSet {
  readonly scale: number
  /** The element with the tiles, to insert where the map is shown. */
  readonly element = document.createElement('div')
  readonly #ratio: number
  readonly #tiles = new Map<string, Tile>()
  readonly #draw: DrawTile
  readonly #most: number
  #transform = ''
  /** The tile at the element's own origin, so that coordinates stay small numbers. */
  #first: { column: number; row: number } | undefined

  constructor(scale: number, ratio: number, draw: DrawTile, most = 96) {
    this.scale = scale
    this.#ratio = ratio
    this.#draw = draw
    this.#most = most
    this.element.style.cssText =
      'position:absolute;left:0;top:0;transform-origin:0 0;will-change:transform'
  }

  /** Removes the tiles from the page and frees their pixels. */
  remove(): void {
    this.element.remove()
    for (const tile of this.#tiles.values()) tile.sheet.remove()
    this.#tiles.clear()
  }

  /** Marks the tiles of an area as stale. */
  invalidate(area: Rect): void {
    for (const tile of this.#tiles.values()) if (intersects(tile.area, area)) tile.stale = true
  }

  invalidateAll(): void {
    for (const tile of this.#tiles.values()) tile.stale = true
  }

  /**
   * Draws missing and stale tiles of a view, those nearest to its center first, until a deadline.
   * Returns whether all are up to date.
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
      // At least one tile, so that a slow machine makes progress.
      if (drawn > 0 && performance.now() > deadline) return false
      this.#render(key, column, row, frame)
      drawn += 1
    }
    this.#forget()
    return true
  }

  /** Moves the tiles to where a camera sees them. */
  place(camera: Camera): void {
    const zoom = camera.zoom * this.#ratio
    const exact = Math.abs(zoom - this.scale) < 1e-9
    const { x, y } = toScreen(camera, this.#origin())
    // At their own zoom tiles are aligned to whole pixels, so that text is sharp.
    const whole = (it: number) => Math.round(it * this.#ratio) / this.#ratio
    const at = exact ? `${whole(x)}px, ${whole(y)}px` : `${x}px, ${y}px`
    const transform = `translate(${at}) scale(${exact ? 1 : zoom / this.scale})`
    if (this.#transform === transform) return
    this.#transform = transform
    this.element.style.transform = transform
  }

  #origin(): Point {
    const side = TILE / this.scale
    const { column, row } = this.#first ?? { column: 0, row: 0 }
    return { x: column * side, y: row * side }
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
    const tile = this.#tiles.get(key) ?? this.#lay(key, column, row, area)
    tile.stale = false
    tile.used = frame
    const { scale } = this
    tile.sheet.paint(TILE, TILE, (context) => {
      context.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale)
      this.#draw(context, area, scale)
    })
  }

  /** Adds an empty tile. */
  #lay(key: string, column: number, row: number, area: Rect): Tile {
    this.#first ??= { column, row }
    const side = TILE / this.#ratio
    const left = (column - this.#first.column) * side
    const top = (row - this.#first.row) * side
    const sheet = new BufferedCanvas(
      `translate:${left}px ${top}px;width:${side}px;height:${side}px`,
    )
    this.element.append(sheet.element)
    const tile = { sheet, area, stale: false, used: 0 }
    this.#tiles.set(key, tile)
    return tile
  }

  #forget(): void {
    if (this.#tiles.size <= this.#most) return
    const oldest = [...this.#tiles.entries()].sort((a, b) => a[1].used - b[1].used)
    for (const [key, tile] of oldest.slice(0, this.#tiles.size - this.#most)) {
      tile.sheet.remove()
      this.#tiles.delete(key)
    }
  }
}
