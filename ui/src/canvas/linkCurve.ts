/** The curve of a link from card to card, next to the others between the same two. Pure. */

import { type Curve, center, type Point, pointOn, type Rect } from './geometry'

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
  if (sideways) {
    const sign = Math.sign(dx) || 1
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
  const sign = Math.sign(dy) || 1
  const aside = offset(lane, Math.min(from.width, to.width))
  const start = { x: a.x + aside, y: a.y + (sign * from.height) / 2 }
  const end = { x: b.x + aside, y: b.y - (sign * to.height) / 2 }
  const reach = Math.max(24, Math.min(160, Math.abs(end.y - start.y) / 2))
  return [
    start,
    { x: start.x, y: start.y + sign * reach },
    { x: end.x, y: end.y - sign * reach },
    end,
  ]
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
  const tip = curve[3]
  const before = pointOn(curve, 0.94)
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x)
  const corner = (turn: number) => ({
    x: tip.x - size * Math.cos(angle + turn),
    y: tip.y - size * Math.sin(angle + turn),
  })
  return [tip, corner(-0.42), corner(0.42)]
}
