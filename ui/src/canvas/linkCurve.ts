/** The curve of a link from card to card, next to the others between the same two. Pure. */

import { type Curve, center, endOf, type Point, pieces, pointOn, type Rect } from './geometry'

/** Which of several links between the same two cards it is. */
export interface Lane {
  /** Counted from 0. */
  at: number
  of: number
}

const ALONE: Lane = { at: 0, of: 1 }
/** The distance between two links of the same two cards, if their sides are long enough. */
const GAP = 27
/** The margin at both ends of a side. */
const CORNER = 14
/** How far a link from a card to itself extends, and each further one beyond that. */
const LOOP = 70
const WIDER = 34

/** The curve of a link between two cards: it leaves and arrives at the sides that face each other. */
export function linkCurve(from: Rect, to: Rect, lane: Lane = ALONE): Curve {
  const a = center(from)
  const b = center(to)
  if (from === to || (a.x === b.x && a.y === b.y)) return loop(from, lane)
  const dx = b.x - a.x
  const dy = b.y - a.y
  const sideways =
    Math.abs(dx) / (from.width + to.width) >= Math.abs(dy) / (from.height + to.height)
  return sideways ? acrossCurve(from, to, lane) : downCurve(from, to, lane)
}

/** From the right side of one to the left side of the other, or the other way round. */
export function acrossCurve(from: Rect, to: Rect, lane: Lane = ALONE): Curve {
  const [a, b] = [center(from), center(to)]
  const sign = Math.sign(b.x - a.x) || 1
  const aside = offset(lane, Math.min(from.height, to.height))
  const start = { x: a.x + (sign * from.width) / 2, y: a.y + aside }
  const end = { x: b.x - (sign * to.width) / 2, y: b.y + aside }
  const reach = Math.max(24, Math.min(160, Math.abs(end.x - start.x) / 2))
  return [
    start,
    { x: start.x + sign * reach, y: start.y },
    { x: end.x - sign * reach, y: end.y },
    end,
  ]
}

/** From the lower side of one to the upper side of the other, or the other way round. */
export function downCurve(from: Rect, to: Rect, lane: Lane = ALONE): Curve {
  const turned = acrossCurve(turn(from), turn(to), lane)
  return turned.map(({ x, y }) => ({ x: y, y: x })) as unknown as Curve
}

function turn({ x, y, width, height }: Rect): Rect {
  return { x: y, y: x, width: height, height: width }
}

function loop(card: Rect, lane: Lane): Curve {
  const right = card.x + card.width
  const { y } = center(card)
  const reach = right + LOOP + lane.at * WIDER
  return [
    { x: right, y: y - card.height / 4 },
    { x: reach, y: y - card.height / 2 },
    { x: reach, y: y + card.height / 2 },
    { x: right, y: y + card.height / 4 },
  ]
}

/** The distance of a lane from the middle of a side. */
function offset({ at, of }: Lane, side: number): number {
  if (of === 1) return 0
  const gap = Math.min(GAP, Math.max(0, side - 2 * CORNER) / (of - 1))
  return (at - (of - 1) / 2) * gap
}

/** The three corners of the head at a curve's end, its tip first. */
export function arrowHead(curve: Curve, size = 9): [Point, Point, Point] {
  const tip = endOf(curve)
  const before = pointOn([...pieces(curve)].at(-1) ?? curve, 0.94)
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x)
  const corner = (turn: number) => ({
    x: tip.x - size * Math.cos(angle + turn),
    y: tip.y - size * Math.sin(angle + turn),
  })
  return [tip, corner(-0.42), corner(0.42)]
}
