/** Points, rectangles and curves. Pure; lengths are in map units unless a name says otherwise. */

export interface Point {
  x: number
  y: number
}

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export function center(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }
}

export function contains(rect: Rect, point: Point): boolean {
  return (
    point.x >= rect.x &&
    point.y >= rect.y &&
    point.x <= rect.x + rect.width &&
    point.y <= rect.y + rect.height
  )
}

export function intersects(a: Rect, b: Rect): boolean {
  return (
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  )
}

/** The intersection of two rectangles. */
export function intersection(a: Rect, b: Rect): Rect | undefined {
  if (!intersects(a, b)) return undefined
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const right = Math.min(a.x + a.width, b.x + b.width)
  const bottom = Math.min(a.y + a.height, b.y + b.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** Whether a rectangle is completely inside another. */
export function holds(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** The bounding rectangle of all of them; `undefined` for none. */
export function bounds(rects: Iterable<Rect>): Rect | undefined {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const rect of rects) {
    left = Math.min(left, rect.x)
    top = Math.min(top, rect.y)
    right = Math.max(right, rect.x + rect.width)
    bottom = Math.max(bottom, rect.y + rect.height)
  }
  if (left > right) return undefined
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export function grown(rect: Rect, by: number): Rect {
  return {
    x: rect.x - by,
    y: rect.y - by,
    width: rect.width + 2 * by,
    height: rect.height + 2 * by,
  }
}

/** The rectangle between two corners, in any order. */
export function between(a: Point, b: Point): Rect {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  }
}

/** A chain of cubic curves: a start, and for each curve two handles and its end. */
export type Curve = readonly [Point, Point, Point, Point, ...Point[]]

/** The single curves of a chain. */
export function* pieces(curve: Curve): Generator<readonly [Point, Point, Point, Point]> {
  for (let at = 0; at + 3 < curve.length; at += 3) {
    const [a, b, c, d] = [curve[at], curve[at + 1], curve[at + 2], curve[at + 3]]
    if (a && b && c && d) yield [a, b, c, d]
  }
}

export function endOf(curve: Curve): Point {
  return curve[curve.length - 1] ?? curve[3]
}

/** The point at a fraction of a curve; in a chain each curve counts by its length. */
export function pointOn(curve: Curve, t: number): Point {
  if (curve.length === 4) return onPiece(curve, t)
  const all = [...pieces(curve)]
  const lengths = all.map(([a, , , d]) => Math.hypot(d.x - a.x, d.y - a.y))
  let left = lengths.reduce((sum, it) => sum + it, 0) * t
  for (const [at, piece] of all.entries()) {
    const length = lengths[at] ?? 0
    if (left <= length) return onPiece(piece, length === 0 ? 0 : Math.max(0, left) / length)
    left -= length
  }
  return endOf(curve)
}

function onPiece(
  [a, b, c, d]: readonly [Point, Point, Point, Point, ...Point[]],
  t: number,
): Point {
  const s = 1 - t
  const wa = s * s * s
  const wb = 3 * s * s * t
  const wc = 3 * s * t * t
  const wd = t * t * t
  return {
    x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
    y: wa * a.y + wb * b.y + wc * c.y + wd * d.y,
  }
}

/** A rectangle that contains the curve (its hull, so it may be a little larger). */
export function curveBounds(curve: Curve): Rect {
  const xs = curve.map((it) => it.x)
  const ys = curve.map((it) => it.y)
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The points that straight pieces of a curve connect, `steps` pieces for each single curve. */
export function pointsAlong(curve: Curve, steps = 24): Point[] {
  const points: Point[] = [curve[0]]
  for (const piece of pieces(curve)) {
    for (let step = 1; step <= steps; step++) points.push(onPiece(piece, step / steps))
  }
  return points
}

/** The distance from a point to the curve, by straight pieces. */
export function distanceTo(curve: Curve, point: Point): number {
  let best = Number.POSITIVE_INFINITY
  let from = curve[0]
  for (const to of pointsAlong(curve)) {
    best = Math.min(best, distanceToSegment(point, from, to))
    from = to
  }
  return best
}

function distanceToSegment(point: Point, from: Point, to: Point): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const t = Math.max(0, Math.min(1, along))
  return Math.hypot(point.x - (from.x + t * dx), point.y - (from.y + t * dy))
}
