/**
 * Positions of hints at the border of the view for what is outside it. Pure; all in CSS pixels of
 * the view.
 */

import type { Point } from '../../../canvas'

export interface OffscreenHint {
  /** Where it stands. */
  at: Point
  /** Where it points, in radians; 0 is to the right, a quarter turn is down. */
  angle: number
  nodes: string[]
}

interface Bounds {
  width: number
  height: number
}

/** From the border to a sign's middle. */
const INSET = 26
/** Signs nearer than this are one. */
const APART = 64
/** The corner with the small map is kept free. */
const CORNER = { width: 196, height: 172 }
/** A smaller map has no small map in its corner; as its styles say. */
const WITH_CORNER = { width: 560, height: 420 }

/** Whether something of an extent on the map, whose corner is at a point, lies under the small map. */
export function isUnderCorner(
  at: Point,
  { width, height }: Bounds,
  { size, camera: { zoom } }: { size: Bounds; camera: { zoom: number } },
): boolean {
  const hasCorner = size.width >= WITH_CORNER.width && size.height >= WITH_CORNER.height
  const [right, bottom] = [at.x + width * zoom, at.y + height * zoom]
  return hasCorner && right > size.width - CORNER.width && bottom > size.height - CORNER.height
}

/** The signs for points beyond the view; what is in it needs none. */
export function offscreenHints(
  points: Iterable<{ id: string; at: Point }>,
  size: Bounds,
): OffscreenHint[] {
  const hints: OffscreenHint[] = []
  for (const { id, at } of points) {
    if (at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height) continue
    const place = onBorder(at, size)
    const near = hints.find((it) => Math.hypot(it.at.x - place.x, it.at.y - place.y) < APART)
    if (near) near.nodes.push(id)
    else hints.push({ at: place, angle: Math.atan2(at.y - place.y, at.x - place.x), nodes: [id] })
  }
  return hints
}

/** Where the way from the view's middle to a point leaves it. */
function onBorder(at: Point, { width, height }: Bounds): Point {
  const middle = { x: width / 2, y: height / 2 }
  const [dx, dy] = [at.x - middle.x, at.y - middle.y]
  const across = (width / 2 - INSET) / Math.max(1e-6, Math.abs(dx))
  const down = (height / 2 - INSET) / Math.max(1e-6, Math.abs(dy))
  const share = Math.min(1, across, down)
  const place = { x: middle.x + dx * share, y: middle.y + dy * share }
  const [right, bottom] = [width - CORNER.width, height - CORNER.height]
  if (place.x > right && place.y > bottom) {
    if (across < down) place.y = bottom
    else place.x = right
  }
  return place
}
