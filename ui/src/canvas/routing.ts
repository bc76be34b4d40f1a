/**
 * The route of a link around the cards between its ends. A route leads steadily from one end to the
 * other, in straight segments with a bend between two of them, so that it is searched strip by
 * strip. Pure.
 */

import {
  type Curve,
  curveBounds,
  grown,
  intersects,
  type Point,
  pointsAlong,
  type Rect,
} from './geometry'
import { acrossCurve, downCurve, type Lane } from './linkCurve'

/** How far a way leads around something, and how near it passes others at least. */
const AROUND = 13
const CLEAR = 7
/** Ways from different cards keep this apart, in as many places. */
const SPREAD = 5
const PLACES = 4
/** What a bend costs, in map units of way. */
const BEND = 40
/** How long a bend is at most, and at least, to each side. */
const BEND_LENGTH = 150
const LEAST_BEND = 4
/** So many things are gone around; a way through more of them would be no clearer. */
const MOST = 8

/** How far a way may leave the area between its cards, in map units. */
export const DETOUR = 240

export interface RouteEnds {
  from: Rect
  to: Rect
  lane: Lane
  /** Decides between otherwise equal ways: those of the same source stay together. */
  source: string
}

/** A link's curve that crosses none of the obstacles, if there is a way. */
export function route(
  direct: Curve,
  ends: RouteEnds,
  obstacles: readonly Rect[],
): Curve | undefined {
  if (!crosses(direct, obstacles)) return direct
  const { from, to, lane } = ends
  const spread = (hash(ends.source) % PLACES) * SPREAD
  const across = acrossCurve(from, to, lane)
  const isAcross = direct[0].x === across[0].x && direct[0].y === across[0].y
  const other = isAcross ? downCurve(from, to, lane) : across
  if (roomOf(other) > 3 * AROUND && !crosses(other, obstacles)) return other
  return around(direct, isAcross, obstacles, spread) ?? around(other, !isAcross, obstacles, spread)
}

/** How far apart the sides are that a curve connects; less than nothing if they overlap. */
function roomOf([start, next, , end]: Curve): number {
  const isAcross = next.y === start.y
  const towards = isAcross ? next.x - start.x : next.y - start.y
  return Math.sign(towards) * (isAcross ? end.x - start.x : end.y - start.y)
}

/** Whether a curve runs over any of them. */
export function crosses(curve: Curve, obstacles: readonly Rect[]): boolean {
  return crossed(curve, obstacles).length > 0
}

/** Those that a curve runs over, or comes nearer to than `by`. */
function crossed<T extends Rect>(curve: Curve, obstacles: readonly T[], by = 0): T[] {
  const hull = grown(curveBounds(curve), by)
  const near = obstacles.filter((it) => intersects(hull, it))
  if (near.length === 0) return near
  const points = pointsAlong(curve, 16)
  return near.filter(({ x, y, width, height }) => {
    const [left, right, top, bottom] = [x - by, x + width + by, y - by, y + height + by]
    for (const at of points) {
      if (at.x >= left && at.x <= right && at.y >= top && at.y <= bottom) return true
    }
    return false
  })
}

/** The same in the direction of the way: `u` along it, `v` aside. */
interface Box {
  u0: number
  u1: number
  v0: number
  v1: number
}

function around(
  curve: Curve,
  isAcross: boolean,
  obstacles: readonly Rect[],
  spread: number,
): Curve | undefined {
  const [start, , , end] = curve
  const u = (it: Point) => (isAcross ? it.x : it.y)
  const v = (it: Point) => (isAcross ? it.y : it.x)
  const sign = Math.sign(u(end) - u(start))
  const length = roomOf(curve)
  if (length < 2 * AROUND) return undefined
  const boxOf = (it: Rect): Box => {
    const [near, far] = [u(it), u(it) + (isAcross ? it.width : it.height)]
    const sides = [sign * (near - u(start)), sign * (far - u(start))]
    const v0 = v(it)
    return {
      u0: Math.min(...sides),
      u1: Math.max(...sides),
      v0,
      v1: v0 + (isAcross ? it.height : it.width),
    }
  }
  const back = (along: number, aside: number): Point => {
    const at = u(start) + sign * along
    return isAcross ? { x: at, y: aside } : { x: aside, y: at }
  }
  const way = { length, from: v(start), to: v(end) }
  // What is in the way is found step by step: most of what is near never matters.
  let met = crossed(curve, obstacles)
  for (let round = 0; round < 4 && met.length <= MOST; round++) {
    const boxes = met.map(boxOf)
    const runs = cheapest(way, boxes, spread)
    const found = runs && bent(runs, way, boxes, back)
    if (!found) return undefined
    const more = crossed(found, obstacles, 1).filter((it) => !met.includes(it))
    if (more.length === 0) return crosses(found, met) ? undefined : found
    met = [...met, ...more]
  }
  return undefined
}

interface Way {
  length: number
  from: number
  to: number
}

/** A straight run beside the way's axis, up to where the next begins. */
interface Run {
  v: number
  until: number
}

/** The runs of the cheapest way between boxes. */
function cheapest(way: Way, boxes: readonly Box[], spread: number): Run[] | undefined {
  const cuts = boxes.flatMap((it) => [it.u0 - AROUND, it.u1 + AROUND])
  const inside = cuts.filter((it) => it > 0 && it < way.length).sort((a, b) => a - b)
  const ends = [...new Set([...inside, way.length])]
  const sides = [AROUND, AROUND + spread].flatMap((off) =>
    boxes.flatMap((it) => [it.v0 - off, it.v1 + off]),
  )
  const places = [...new Set([way.from, way.to, ...sides])]
  const isFree = (box: Box, low: number, high: number) =>
    high <= box.v0 - CLEAR || low >= box.v1 + CLEAR
  let costs = places.map((it) => (it === way.from ? 0 : Number.POSITIVE_INFINITY))
  const steps: number[][] = []
  let begin = 0
  for (const [at, end] of ends.entries()) {
    const here = boxes.filter((it) => it.u0 - AROUND < end && it.u1 + AROUND > begin)
    if (at > 0) {
      // A bend may touch the strips on both sides of where it is.
      const beside = boxes.filter((it) => it.u0 - AROUND < begin && it.u1 + AROUND > begin)
      const before = costs
      const reached = [...places.keys()].filter((it) => Number.isFinite(before[it]))
      const came = places.map(() => -1)
      costs = places.map((place, to) => {
        let least = before[to] ?? Number.POSITIVE_INFINITY
        came[to] = to
        for (const from of reached) {
          const other = places[from] ?? 0
          const cost = (before[from] ?? 0) + Math.abs(place - other) + BEND
          if (cost >= least) continue
          const [low, high] = [Math.min(place, other), Math.max(place, other)]
          if (!beside.every((it) => isFree(it, low, high))) continue
          least = cost
          came[to] = from
        }
        return least
      })
      steps.push(came)
    }
    costs = costs.map((cost, to) => {
      const place = places[to] ?? 0
      return here.every((it) => isFree(it, place, place)) ? cost : Number.POSITIVE_INFINITY
    })
    begin = end
  }
  const last = places.indexOf(way.to)
  if (!Number.isFinite(costs[last])) return undefined
  const taken = [last]
  for (const came of steps.reverse()) taken.unshift(came[taken[0] ?? 0] ?? 0)
  const runs = taken.map((it, at) => ({ v: places[it] ?? 0, until: ends[at] ?? way.length }))
  return runs.filter((it, at) => it.v !== runs[at + 1]?.v)
}

/** The curve of runs: a bend uses what room there is around the place where two of them meet. */
function bent(
  runs: readonly Run[],
  way: Way,
  boxes: readonly Box[],
  back: (along: number, aside: number) => Point,
): Curve | undefined {
  const points: Point[] = [back(0, way.from)]
  let done = 0
  for (const [at, { v, until }] of runs.entries()) {
    const next = runs[at + 1]
    if (!next) {
      if (way.length - done > 1) straight(points, back, { from: done, to: way.length, v })
      break
    }
    const [low, high] = [Math.min(v, next.v), Math.max(v, next.v)]
    const beside = boxes.filter((it) => it.v0 - CLEAR < high && it.v1 + CLEAR > low)
    const before = beside.filter((it) => it.u1 <= until).map((it) => it.u1 + CLEAR)
    const after = beside.filter((it) => it.u0 >= until).map((it) => it.u0 - CLEAR)
    // The next bend gets half of what is between.
    const room = next.until === way.length ? way.length : (until + next.until) / 2
    const begin = Math.max(done, until - BEND_LENGTH, ...before)
    const end = Math.min(room, until + BEND_LENGTH, ...after)
    if (end - begin < 2 * LEAST_BEND) return undefined
    if (begin - done > 1) straight(points, back, { from: done, to: begin, v })
    const middle = (begin + end) / 2
    points.push(back(middle, v), back(middle, next.v), back(end, next.v))
    done = end
  }
  return points.length < 4 ? undefined : (points as unknown as Curve)
}

function straight(
  points: Point[],
  back: (along: number, aside: number) => Point,
  { from, to, v }: { from: number; to: number; v: number },
): void {
  const third = (to - from) / 3
  points.push(back(from + third, v), back(to - third, v), back(to, v))
}

function hash(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) >>> 0
  return sum
}

/** What stands near a link, or frames it. */
type Standing = Rect & { id: string; isGroup: boolean }

/**
 * What a link between two cards goes around: cards and the frames that hold neither end; where there
 * is no way around the frames, the cards alone.
 */
export function obstaclesOf<T extends Standing>(near: readonly T[], from: T, to: T): Rect[][] {
  // What overlaps an end cannot be gone around.
  const others = near.filter((it) => !intersects(it, from) && !intersects(it, to))
  const frames = others.filter((it) => it.isGroup)
  const cards = others.filter((it) => !it.isGroup)
  if (frames.length === 0) return [cards]
  const outside = cards.filter((it) => !frames.some((frame) => intersects(frame, it)))
  return [[...frames, ...outside], cards]
}
