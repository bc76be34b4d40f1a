/**
 * Snapping of dragged cards: to nearby cards, else to the grid, else nowhere. Pure; lengths are in
 * map units.
 */

import type { Point, Rect } from '../../../canvas'

/** A line that shows with what the dragged cards are in line. */
export interface Guide {
  from: Point
  to: Point
}

export interface Snapped {
  dx: number
  dy: number
  guides: Guide[]
}

/** The distance between two lines of the grid. */
const GRID = 16
/** How near counts as in line, and as on the grid, in CSS pixels. */
const REACH = { cards: 6, grid: 3 }

/** The offset at which a moved rectangle is in line with others, near the one the hand has. */
export function snapped(rect: Rect, offset: Point, others: readonly Rect[], zoom: number): Snapped {
  const moved = { ...rect, x: rect.x + offset.x, y: rect.y + offset.y }
  const across = inLine(moved, others, 'x', REACH.cards / zoom)
  const down = inLine(moved, others, 'y', REACH.cards / zoom)
  const dx = offset.x + (across ?? onGrid(moved.x, REACH.grid / zoom))
  const dy = offset.y + (down ?? onGrid(moved.y, REACH.grid / zoom))
  const there = { ...rect, x: rect.x + dx, y: rect.y + dy }
  return { dx, dy, guides: guidesOf(there, others) }
}

type Axis = 'x' | 'y'

/** The lines of a rectangle on an axis: its sides and its middle. */
function linesOf(rect: Rect, axis: Axis): [number, number, number] {
  const [at, side] = axis === 'x' ? [rect.x, rect.width] : [rect.y, rect.height]
  return [at, at + side / 2, at + side]
}

/** By how much a rectangle has to move to be in line with one of the others; the least there is. */
function inLine(
  rect: Rect,
  others: readonly Rect[],
  axis: Axis,
  reach: number,
): number | undefined {
  const own = linesOf(rect, axis)
  let best: number | undefined
  for (const other of others) {
    // Side with side, middle with middle.
    for (const [at, line] of linesOf(other, axis).entries()) {
      const by = line - (own[at] ?? 0)
      if (Math.abs(by) <= reach && (best === undefined || Math.abs(by) < Math.abs(best))) best = by
    }
  }
  return best
}

function onGrid(at: number, reach: number): number {
  const by = Math.round(at / GRID) * GRID - at
  return Math.abs(by) <= Math.min(reach, GRID / 4) ? by : 0
}

/** The lines in which a rectangle is with others, each from the one end of all of them to the other. */
function guidesOf(rect: Rect, others: readonly Rect[]): Guide[] {
  const guides = new Map<string, Guide>()
  for (const axis of ['x', 'y'] as const) {
    const cross = axis === 'x' ? 'y' : 'x'
    for (const [at, line] of linesOf(rect, axis).entries()) {
      const alike = others.filter((it) => Math.abs((linesOf(it, axis)[at] ?? 0) - line) < 0.5)
      if (alike.length === 0) continue
      const ends = [rect, ...alike].flatMap((it) => [linesOf(it, cross)[0], linesOf(it, cross)[2]])
      const [low, high] = [Math.min(...ends), Math.max(...ends)]
      guides.set(
        `${axis}${line}`,
        axis === 'x'
          ? { from: { x: line, y: low }, to: { x: line, y: high } }
          : { from: { x: low, y: line }, to: { x: high, y: line } },
      )
    }
  }
  return [...guides.values()]
}
