/**
 * Positions of hints at the border of the view for what is outside it. Pure; all in CSS pixels of
 * the view.
 */

import { contains, grown, type Point, type Rect, type Size } from '../../../canvas'

export interface OffscreenHint {
  /** Where it stands. */
  at: Point
  /** Where it points, in radians; 0 is to the right, a quarter turn is down. */
  angle: number
  nodes: string[]
}

/** From the border to a sign's middle. */
const INSET = 26
/** Signs nearer than this are one. */
const APART = 64

/** The signs for points beyond the view, clear of the bars over it; what is in it needs none. */
export function offscreenHints(
  points: Iterable<{ id: string; at: Point }>,
  size: Size,
  bars: readonly Rect[] = [],
): OffscreenHint[] {
  const hints: OffscreenHint[] = []
  for (const { id, at } of points) {
    if (at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height) continue
    const place = onBorder(at, size, bars)
    const near = hints.find((it) => Math.hypot(it.at.x - place.x, it.at.y - place.y) < APART)
    if (near) near.nodes.push(id)
    else hints.push({ at: place, angle: Math.atan2(at.y - place.y, at.x - place.x), nodes: [id] })
  }
  return hints
}

/** Where the way from the view's middle to a point leaves it. */
function onBorder(at: Point, { width, height }: Size, bars: readonly Rect[]): Point {
  const middle = { x: width / 2, y: height / 2 }
  const [dx, dy] = [at.x - middle.x, at.y - middle.y]
  const across = (width / 2 - INSET) / Math.max(1e-6, Math.abs(dx))
  const down = (height / 2 - INSET) / Math.max(1e-6, Math.abs(dy))
  const share = Math.min(1, across, down)
  const place = { x: middle.x + dx * share, y: middle.y + dy * share }
  for (const bar of bars) {
    const near = grown(bar, INSET)
    if (!contains(near, place)) continue
    // Along the border, to the side of the bar that is nearer to the view's middle.
    if (across < down) place.y = place.y > middle.y ? near.y : near.y + near.height
    else place.x = place.x > middle.x ? near.x : near.x + near.width
  }
  return place
}
