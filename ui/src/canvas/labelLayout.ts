/**
 * The positions of link labels: each on its own link near its source, where it covers no other label
 * and no other link if there is enough space. It never covers a card: between cards that leave no
 * space, it stands outside of the gap, or nowhere. Computed on first use and cached until the scene
 * changes there, so that drawing needs no search, and a label moves only for something new at its
 * position.
 */

import RBush from 'rbush'
import {
  type Curve,
  curveBounds,
  endOf,
  grown,
  intersection,
  intersects,
  type Point,
  pointOn,
  pointsAlong,
  type Rect,
} from './geometry'
import type { Lane } from './linkCurve'
import type { LinkShape, Scene } from './scene'

interface Extent {
  width: number
  height: number
}

/** A label in one of its possible layouts, with its size in map units. */
export interface LabelText extends Extent {
  rows: readonly string[]
  /** The position of a condition's icon before the text. */
  sign: number
}

/** The largest that a label is written, in map units. */
const MAX_LABEL: Extent = { width: 173, height: 50 }

/** The position of a label: its center, how far along its link that is, and its layout. */
export interface LabelPosition {
  at: Point
  along: number
  writing: LabelText
}

interface PlacedLabel {
  id: string
  place: LabelPosition
  box: Rect
  /** What may change the position. */
  reach: Rect
}

/** A label for which there is no space. */
type OmittedLabel = Pick<PlacedLabel, 'id' | 'reach'> & { place?: undefined; box?: undefined }

/** A label being placed. */
interface LabelRequest {
  curve: Curve
  labelTexts: readonly LabelText[]
  side: number
  /** What it must not cover. */
  cards: readonly Rect[]
  /** What it is to cover as little as possible. */
  labels: readonly Rect[]
  /** The other links, as straight pieces. */
  lines: readonly (readonly [Point, Point])[]
}

/** The distance from a link to the label next to it. */
const ASIDE = 5
/** The minimum distance between two labels, or a label and a card. */
const APART = 2
/** Overlaps within this many square map units count as equal. */
const EVEN = 1
/** A line through a label is as bad as so many square map units of a label covered. */
const CROSSED = 2
/** A square map unit of a card covered is as bad as so many of a label. */
const ON_CARD = 1000
/** At this distance from a card a label looks separate; each square map unit nearer counts this much. */
const CLEAR = 6
const NEAR_CARD = 0.03
/** How far from its link a label may be that has no space near it, and in which steps. */
const AWAY = 170
const AWAY_STEP = 10
/** How far a label may reach beyond the area of its link. */
export const LABEL_REACH = AWAY + MAX_LABEL.width / 2
/** The candidate positions along a link, from near its source, where it is read, to its target. */
const ALONG = Array.from({ length: 40 }, (_, it) => (it + 5) / 50)

/** Finds labels by area. */
class Boxes extends RBush<PlacedLabel> {
  override toBBox({ box }: PlacedLabel) {
    return corners(box)
  }
  override compareMinX(a: PlacedLabel, b: PlacedLabel) {
    return a.box.x - b.box.x
  }
  override compareMinY(a: PlacedLabel, b: PlacedLabel) {
    return a.box.y - b.box.y
  }
}

export class LabelLayout {
  readonly #scene: Scene
  readonly #labelTexts: (link: LinkShape) => readonly LabelText[]
  readonly #kept = new Map<string, PlacedLabel | OmittedLabel>()
  readonly #boxes = new Boxes()

  /**
   * `labelTexts` returns the possible layouts of a label, the best first; none for a link without
   * one.
   */
  constructor(scene: Scene, labelTexts: (link: LinkShape) => readonly LabelText[]) {
    this.#scene = scene
    this.#labelTexts = labelTexts
  }

  /** The position of a link's label; undefined for a link without one, a curve, or space for it. */
  of(link: LinkShape): LabelPosition | undefined {
    if (!this.#kept.has(link.id)) this.#place(link)
    return this.#kept.get(link.id)?.place
  }

  /** Places the labels of an area's links that have no position yet. */
  fill(area: Rect): void {
    this.#placeAll(this.#scene.linksIn(area))
  }

  /** The areas of the labels that have a position in an area. */
  boxesIn(area: Rect): Rect[] {
    return this.#boxes.search(corners(area)).map((it) => it.box)
  }

  /** The positions of some links' labels, if already computed. */
  boxes(links: Iterable<string>): Rect[] {
    return [...new Set(links)].flatMap((it) => this.#kept.get(it)?.box ?? [])
  }

  /** Forgets all positions, after a change of scene or font. */
  clear(): void {
    this.#kept.clear()
    this.#boxes.clear()
  }

  /**
   * Places again what the scene's change in some areas affects, and what comes into `view` with it.
   * Returns the old and new areas of labels that moved.
   */
  changed(areas: readonly Rect[], view: Rect): Rect[] {
    const before = this.#drop(areas)
    const links = new Map([...before.keys()].map((id) => [id, this.#scene.links.get(id)]))
    for (const area of areas) {
      const seen = intersection(area, view)
      for (const it of seen ? this.#scene.linksIn(seen) : []) {
        if (!this.#kept.has(it.id)) links.set(it.id, it)
      }
    }
    this.#placeAll([...links.values()].filter((it) => it !== undefined))
    const moved: Rect[] = []
    for (const id of links.keys()) {
      const [was, is] = [before.get(id), this.#kept.get(id)?.box]
      if (was?.x === is?.x && was?.y === is?.y && was?.width === is?.width) continue
      for (const box of [was, is]) if (box) moved.push(box)
    }
    return moved
  }

  /** Forgets the labels in some areas; returns where they were. */
  #drop(areas: readonly Rect[]): Map<string, Rect | undefined> {
    const dropped = new Map<string, Rect | undefined>()
    for (const [id, kept] of [...this.#kept]) {
      const isGone = !this.#scene.links.has(id)
      if (!isGone && !areas.some((it) => intersects(it, kept.reach))) continue
      this.#kept.delete(id)
      if (kept.place) this.#boxes.remove(kept)
      dropped.set(id, kept.box)
    }
    return dropped
  }

  /** Shorter links first, because their labels have fewer candidate positions. */
  #placeAll(links: readonly LinkShape[]): void {
    const far = ({ id }: LinkShape) => {
      const curve = this.#scene.curve(id)
      if (!curve) return 0
      const [start, end] = [curve[0], endOf(curve)]
      return Math.hypot(end.x - start.x, end.y - start.y)
    }
    const missing = links.filter((it) => !this.#kept.has(it.id))
    const ranked = missing.map((link) => ({ link, far: far(link) }))
    ranked.sort((a, b) => a.far - b.far || (a.link.id < b.link.id ? -1 : 1))
    for (const { link } of ranked) this.of(link)
  }

  /** Places a link's label, together with those of parallel links. */
  #place(link: LinkShape): void {
    for (const it of this.#scene.beside(link)) {
      const curve = this.#scene.curve(it.id)
      const labelTexts = this.#labelTexts(it)
      if (!curve || labelTexts.length === 0 || this.#kept.has(it.id)) continue
      const side = sideOf(this.#scene.lane(it))
      const near = reachOf(curve, side)
      const close = placeOn(this.#request(it, { curve, labelTexts, side }, near))
      // Rarely needed, so that few labels depend on so wide an area.
      const far = close ? undefined : grown(curveBounds(curve), LABEL_REACH)
      const place = far ? placeAway(this.#request(it, { curve, labelTexts, side }, far)) : close
      const reach = far ?? near
      if (place) {
        const kept = { id: it.id, place, box: boxAround(place.at, place.writing), reach }
        this.#kept.set(it.id, kept)
        this.#boxes.insert(kept)
      } else this.#kept.set(it.id, { id: it.id, reach })
    }
  }

  /** A label with what is in the area in which it is placed. */
  #request(
    link: LinkShape,
    label: Pick<LabelRequest, 'curve' | 'labelTexts' | 'side'>,
    area: Rect,
  ): LabelRequest {
    const cards = this.#scene.cardsIn(area).filter((it) => !it.isGroup)
    const labels = this.#boxes.search(corners(area)).map((it) => it.box)
    return { ...label, cards, labels, lines: this.#linesNear(link, area) }
  }

  /** The other links in an area. */
  #linesNear(link: LinkShape, area: Rect): (readonly [Point, Point])[] {
    const others = this.#scene.linksIn(area).filter((it) => it.id !== link.id)
    return others.flatMap((it) => {
      const curve = this.#scene.curve(it.id)
      const points = curve ? pointsAlong(curve, 10) : []
      const lines = points.slice(1).map((to, at) => [points[at] ?? to, to] as const)
      return lines.filter(([a, b]) => meets(area, a, b))
    })
  }
}

function corners({ x, y, width, height }: Rect) {
  return { minX: x, minY: y, maxX: x + width, maxY: y + height }
}

function boxAround(at: Point, { width, height }: Extent): Rect {
  return { x: at.x - width / 2, y: at.y - height / 2, width, height }
}

/** On which side of the middle a lane is; 0 for one that is alone or in the middle. */
function sideOf({ at, of }: Lane): number {
  return Math.sign(at - (of - 1) / 2)
}

/** Where the label of a curve may be, however long it is. */
function reachOf(curve: Curve, side: number): Rect {
  const { x, y, width, height } = curveBounds(curve)
  const aside = side === 0 ? 0.5 : 1
  const [across, down] = [MAX_LABEL.width * aside + ASIDE, MAX_LABEL.height * aside + ASIDE]
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down }
}

/**
 * The first position along a curve that covers nothing; else the one that covers least, but none that
 * covers a card.
 */
function placeOn(request: LabelRequest): LabelPosition | undefined {
  const { curve, side } = request
  const ways = side === 0 ? [onCurve, nextToCurve(curve)] : [besideCurve(curve, side)]
  return bestPlace(request, [...ways, offCurve], ALONG)
}

/** The nearest position away from a curve that covers nothing, from the middle of the curve. */
function placeAway(request: LabelRequest): LabelPosition | undefined {
  const ways: Offsets[] = []
  for (let by = AWAY_STEP; by <= AWAY; by += AWAY_STEP) ways.push(() => aside(by, by))
  return bestPlace(request, ways, [0.5])
}

function bestPlace(
  { curve, labelTexts, cards, labels, lines }: LabelRequest,
  ways: readonly Offsets[],
  places: readonly number[],
): LabelPosition | undefined {
  let best: LabelPosition | undefined
  let least = Number.POSITIVE_INFINITY
  for (const offsetsOf of ways) {
    for (const writing of labelTexts) {
      const offsets = offsetsOf(writing)
      for (const along of places) {
        const on = pointOn(curve, along)
        for (const off of offsets) {
          const at = { x: on.x + off.x, y: on.y + off.y }
          const bare = boxAround(at, writing)
          const box = grown(bare, APART)
          let cost = ON_CARD * covering(bare, cards) + covering(box, labels)
          if (cost >= least - EVEN) continue
          cost += NEAR_CARD * covering(grown(bare, CLEAR), cards)
          for (const [a, b] of lines) if (meets(box, a, b)) cost += CROSSED
          if (cost === 0) return { at, along, writing }
          if (cost < least - EVEN) {
            least = cost
            best = { at, along, writing }
          }
        }
      }
    }
  }
  const isOnCard = best && covering(boxAround(best.at, best.writing), cards) > EVEN
  return isOnCard ? undefined : best
}

/** Whether a straight line runs through a box. */
function meets(box: Rect, a: Point, b: Point): boolean {
  const [left, right, top, bottom] = [box.x, box.x + box.width, box.y, box.y + box.height]
  if (Math.max(a.x, b.x) < left || Math.min(a.x, b.x) > right) return false
  if (Math.max(a.y, b.y) < top || Math.min(a.y, b.y) > bottom) return false
  // All corners on one side of the line: it passes beside the box.
  const side = (x: number, y: number) => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
  const sides = [side(left, top), side(right, top), side(left, bottom), side(right, bottom)]
  return Math.min(...sides) <= 0 && Math.max(...sides) >= 0
}

type Offsets = (size: Extent) => readonly Point[]

const HERE: Point = { x: 0, y: 0 }
const onCurve: Offsets = () => [HERE]

/** Among parallel links not in the middle of the label, and its link still runs into it. */
const offCurve: Offsets = ({ width, height }) => aside(0.4 * width, 0.4 * height)

/** Below, above, right and left. */
function aside(x: number, y: number): Point[] {
  return [
    { x: 0, y },
    { x: 0, y: -y },
    { x, y: 0 },
    { x: -x, y: 0 },
  ]
}

/** Just beside the line, where there is no space for the label on it. */
function nextToCurve(curve: Curve): Offsets {
  const [start, end] = [curve[0], endOf(curve)]
  const isSteep = Math.abs(end.y - start.y) > Math.abs(end.x - start.x)
  return ({ width, height }) => {
    const [x, y] = isSteep ? [width / 2 + ASIDE, 0] : [0, height / 2 + ASIDE]
    return [
      { x, y: -y },
      { x: -x, y },
    ]
  }
}

/** The label of a parallel link may be next to its own link, on the outer side. */
function besideCurve(curve: Curve, side: number): Offsets {
  const [start, end] = [curve[0], endOf(curve)]
  const isSteep = Math.abs(end.y - start.y) > Math.abs(end.x - start.x)
  return ({ width, height }) => {
    const beside = { x: side * (width / 2 + ASIDE), y: 0 }
    const below = { x: 0, y: side * (height / 2 + ASIDE) }
    return isSteep ? [beside, HERE, below] : [HERE, below, beside]
  }
}

/** How much of others a box covers, in square map units. */
function covering(box: Rect, others: readonly Rect[]): number {
  let sum = 0
  for (const it of others) {
    const both = intersection(box, it)
    if (both) sum += both.width * both.height
  }
  return sum
}
