/**
 * What is drawn: cards and links with their positions, found by area in logarithmic time. Knows
 * geometry, not stories: the caller decides what a card shows.
 */

import RBush from 'rbush'
import type { Badge } from './badges'
import {
  bounds,
  type Curve,
  contains,
  curveBounds,
  distanceTo,
  grown,
  intersects,
  type Point,
  type Rect,
} from './geometry'
import { Lanes } from './lanes'
import { detailAt } from './levelOfDetail'
import { type Lane, linkCurve } from './linkCurve'
import { DETOUR, obstaclesOf, route } from './routing'

/** A card: its place and what it shows. */
export interface CardShape extends Rect {
  id: string
  title: string
  excerpt: string
  /** One of the theme's kinds; any other is drawn in the neutral one. */
  kind: string
  /** `"1"` … `"6"` of the palette, or `#rrggbb`. */
  color?: string
  /** The address of a picture shown along its right side. */
  picture?: string
  /** A short line at the bottom: a word count, a mark. */
  footnote: string
  /** Tags beside the footnote, each with a color as a card's. */
  tags?: readonly { text: string; color: string }[]
  /** A color that its ground has a little of, as a card's: a status. */
  tint?: string
  /** Whether the tint is what the map is looked at for, and is drawn stronger. */
  isTintStrong?: boolean
  /** Badges in its lower right corner, the most important last. */
  badges?: readonly Badge[]
  /** A frame that contains other cards. */
  isGroup: boolean
}

/** A link between two cards. */
export interface LinkShape {
  id: string
  from: string
  to: string
  label: string
  /** Its look; a plain line by default. */
  look?: LinkStyle
  /** Whether it is not always available: conditional or once-only. */
  conditional?: boolean
}

/** A link whose target is computed when the story runs; one that includes the other card's text. */
export type LinkStyle = 'dynamic' | 'part'

interface Box {
  minX: number
  minY: number
  maxX: number
  maxY: number
  id: string
}

/** Links longer than this are drawn straight through: what they pass is never seen together. */
const LONGEST = 3000

const byId = (a: Box, b: Box) => a.id === b.id

function boxOf(id: string, rect: Rect): Box {
  return {
    id,
    minX: rect.x,
    minY: rect.y,
    maxX: rect.x + rect.width,
    maxY: rect.y + rect.height,
  }
}

export class Scene {
  readonly cards = new Map<string, CardShape>()
  readonly links = new Map<string, LinkShape>()
  /** The direct curves. */
  readonly #curves = new Map<string, Curve>()
  /** The curves around what is in the way, for the links that were asked for. */
  readonly #routes = new Map<string, { curve: Curve; bounds: Rect }>()
  readonly #linksOf = new Map<string, Set<string>>()
  readonly #lanes = new Lanes<LinkShape>()
  readonly #cardTree = new RBush<Box>()
  readonly #linkTree = new RBush<Box>()
  readonly #cardBoxes = new Map<string, Box>()
  readonly #linkBoxes = new Map<string, Box>()

  /** Replaces everything at once; much faster than one by one. */
  load(cards: Iterable<CardShape>, links: Iterable<LinkShape>): void {
    for (const map of [this.cards, this.links, this.#curves, this.#routes, this.#linksOf])
      map.clear()
    this.#lanes.clear()
    this.#cardBoxes.clear()
    this.#linkBoxes.clear()
    this.#cardTree.clear()
    this.#linkTree.clear()
    for (const card of cards) {
      this.cards.set(card.id, card)
      this.#cardBoxes.set(card.id, boxOf(card.id, card))
    }
    this.#cardTree.load([...this.#cardBoxes.values()])
    for (const link of links) {
      this.links.set(link.id, link)
      this.#attach(link)
    }
    for (const link of this.links.values()) this.#shape(link)
    this.#linkTree.load([...this.#linkBoxes.values()])
  }

  /** Adds or changes a card. Returns the areas to redraw, including its links'. */
  setCard(card: CardShape): Rect[] {
    const was = this.cards.get(card.id)
    if (was && isSameRect(was, card) && was.isGroup === card.isGroup) {
      this.cards.set(card.id, card)
      return this.areaOf(card.id)
    }
    const stale = this.areaOf(card.id)
    const box = this.#cardBoxes.get(card.id)
    if (box) this.#cardTree.remove(box, byId)
    this.cards.set(card.id, card)
    const fresh = boxOf(card.id, card)
    this.#cardBoxes.set(card.id, fresh)
    this.#cardTree.insert(fresh)
    for (const id of this.#linksOf.get(card.id) ?? []) this.#reshape(id)
    const passing = this.#rerouted(was ? [was, card] : [card])
    return [...stale, ...this.areaOf(card.id), ...passing]
  }

  /** Removes a card with its links. Returns the areas to redraw. */
  removeCard(id: string): Rect[] {
    const stale = this.areaOf(id)
    for (const link of [...(this.#linksOf.get(id) ?? [])]) this.removeLink(link)
    const box = this.#cardBoxes.get(id)
    if (box) this.#cardTree.remove(box, byId)
    this.#cardBoxes.delete(id)
    const was = this.cards.get(id)
    this.cards.delete(id)
    this.#linksOf.delete(id)
    return was ? [...stale, ...this.#rerouted([was])] : stale
  }

  /** Adds or changes a link. Returns the areas to redraw. */
  setLink(link: LinkShape): Rect[] {
    const stale = this.removeLink(link.id)
    this.links.set(link.id, link)
    this.#attach(link)
    return [...stale, ...this.#reshapeBeside(link)]
  }

  /** Removes a link. Returns the areas to redraw. */
  removeLink(id: string): Rect[] {
    const link = this.links.get(id)
    if (!link) return []
    const curve = this.#known(id)
    const box = this.#linkBoxes.get(id)
    if (box) this.#linkTree.remove(box, byId)
    this.#linkBoxes.delete(id)
    this.#curves.delete(id)
    this.#routes.delete(id)
    this.links.delete(id)
    this.#linksOf.get(link.from)?.delete(id)
    this.#linksOf.get(link.to)?.delete(id)
    this.#lanes.remove(link)
    const beside = this.#lanes.beside(link).filter((it) => it !== link)
    const stale = beside[0] ? this.#reshapeBeside(beside[0]) : []
    return curve ? [curveBounds(curve), ...stale] : stale
  }

  /**
   * A link's curve, around what is in its way; `undefined` if one of its ends is not in the scene.
   * The way is found when it is first asked for: most links of a large story are never seen near.
   */
  curve(id: string): Curve | undefined {
    return this.#routed(id)?.curve
  }

  #routed(id: string): { curve: Curve; bounds: Rect } | undefined {
    const known = this.#routes.get(id)
    if (known) return known
    const direct = this.#curves.get(id)
    const link = this.links.get(id)
    if (!direct || !link) return undefined
    const curve = this.#route(link, direct) ?? direct
    const found = { curve, bounds: curveBounds(curve) }
    this.#routes.set(id, found)
    return found
  }

  /** A link's curve as if nothing were in its way. */
  directCurve(id: string): Curve | undefined {
    return this.#curves.get(id)
  }

  /** The curve a link would have with its ends elsewhere, as if nothing were in its way. */
  curveBetween(link: LinkShape, from: Rect, to: Rect): Curve {
    return linkCurve(from, to, this.#lanes.lane(link))
  }

  /** The links that touch a card. */
  linksOf(id: string): Iterable<string> {
    return this.#linksOf.get(id) ?? []
  }

  /** The cards that intersect an area: groups first, larger before smaller, then by creation. */
  cardsIn(area: Rect): CardShape[] {
    const found = this.#cardTree.search(boxOf('', area))
    const cards = found.map((it) => this.cards.get(it.id)).filter((it) => it !== undefined)
    const rank = (card: CardShape) => (card.isGroup ? -card.width * card.height : 1)
    return cards.sort((a, b) => rank(a) - rank(b))
  }

  /** The links whose direct curve may touch an area. */
  directLinksIn(area: Rect): LinkShape[] {
    const found = this.#linkTree.search(boxOf('', area))
    return found.map((it) => this.links.get(it.id)).filter((it) => it !== undefined)
  }

  /** The links whose curve may touch an area. */
  linksIn(area: Rect): LinkShape[] {
    return this.directLinksIn(grown(area, DETOUR)).filter((it) => {
      const found = this.#routed(it.id)
      return found !== undefined && intersects(found.bounds, area)
    })
  }

  /** The topmost card at a point; a group only by its title bar, or by a title above it. */
  cardAt(point: Point, zoom = 1): CardShape | undefined {
    const reach = Math.max(GROUP_TITLE.size, LARGEST_TITLE / zoom) * TITLE_LINE
    const near = this.cardsIn({ ...point, width: 0, height: reach })
    const hits = near.filter((it) =>
      it.isGroup && point.y < it.y ? contains(titleArea(it, zoom), point) : contains(it, point),
    )
    const cards = hits.filter((it) => !it.isGroup || point.y <= it.y + GROUP_BAR)
    return cards.at(-1)
  }

  /** The link nearest to a point within a distance. */
  linkAt(point: Point, within: number): LinkShape | undefined {
    const area = { x: point.x - within, y: point.y - within, width: 2 * within, height: 2 * within }
    let best: LinkShape | undefined
    let nearest = within
    for (const link of this.linksIn(area)) {
      const curve = this.curve(link.id)
      const distance = curve ? distanceTo(curve, point) : Number.POSITIVE_INFINITY
      if (distance <= nearest) {
        nearest = distance
        best = link
      }
    }
    return best
  }

  /** The cards that intersect an area, groups only if completely inside. */
  cardsTouching(area: Rect): CardShape[] {
    return this.cardsIn(area).filter((card) =>
      card.isGroup
        ? contains(area, card) &&
          contains(area, { x: card.x + card.width, y: card.y + card.height })
        : intersects(area, card),
    )
  }

  /** All links between the same two cards as a link, in order, including itself. */
  beside(link: LinkShape): readonly LinkShape[] {
    return this.#lanes.beside(link)
  }

  /** Its index among those. */
  lane(link: LinkShape): Lane {
    return this.#lanes.lane(link)
  }

  /** The rectangle around all cards. */
  extent(): Rect | undefined {
    return bounds(this.cards.values())
  }

  #attach(link: LinkShape): void {
    for (const end of [link.from, link.to]) {
      const links = this.#linksOf.get(end)
      if (links) links.add(link.id)
      else this.#linksOf.set(end, new Set([link.id]))
    }
    this.#lanes.add(link)
  }

  #shape(link: LinkShape): void {
    const from = this.cards.get(link.from)
    const to = this.cards.get(link.to)
    if (!from || !to) return
    const curve = linkCurve(from, to, this.#lanes.lane(link))
    this.#curves.set(link.id, curve)
    this.#routes.delete(link.id)
    this.#linkBoxes.set(link.id, boxOf(link.id, curveBounds(curve)))
  }

  #reshape(id: string): void {
    const box = this.#linkBoxes.get(id)
    if (box) this.#linkTree.remove(box, byId)
    const link = this.links.get(id)
    if (!link) return
    this.#shape(link)
    const fresh = this.#linkBoxes.get(id)
    if (fresh) this.#linkTree.insert(fresh)
  }

  /** Recomputes all links parallel to one; returns their old and new areas. */
  #reshapeBeside(link: LinkShape): Rect[] {
    const all = this.#lanes.beside(link)
    const areas = () =>
      all.flatMap((it) => {
        const curve = this.#known(it.id)
        return curve ? [curveBounds(curve)] : []
      })
    const before = areas()
    for (const it of all) this.#reshape(it.id)
    return [...before, ...areas()]
  }

  /** The area of a card and its links. */
  areaOf(id: string): Rect[] {
    const card = this.cards.get(id)
    if (!card) return []
    const areas: Rect[] = [{ x: card.x, y: card.y, width: card.width, height: card.height }]
    for (const link of this.#linksOf.get(id) ?? []) {
      const curve = this.#known(link)
      if (curve) areas.push(curveBounds(curve))
    }
    return areas
  }

  /** A link's curve as far as it was asked for. */
  #known(id: string): Curve | undefined {
    return this.#routes.get(id)?.curve ?? this.#curves.get(id)
  }

  #route(link: LinkShape, direct: Curve): Curve | undefined {
    const [from, to] = [this.cards.get(link.from), this.cards.get(link.to)]
    const area = curveBounds(direct)
    if (!from || !to || from === to || Math.max(area.width, area.height) > LONGEST) return undefined
    const found = this.#cardTree.search(boxOf('', grown(area, DETOUR)))
    const near = found.flatMap((it) => this.cards.get(it.id) ?? [])
    const ends = { from, to, lane: this.#lanes.lane(link), source: link.from }
    for (const obstacles of obstaclesOf(near, from, to)) {
      const way = route(direct, ends, obstacles)
      if (way) return way
    }
    return undefined
  }

  /** Finds the ways again that pass where a card came or went; returns the areas of those that changed. */
  #rerouted(places: readonly Rect[]): Rect[] {
    const areas: Rect[] = []
    for (const place of places) {
      for (const { id } of this.#linkTree.search(boxOf('', grown(place, DETOUR)))) {
        const before = this.#routes.get(id)
        if (!before) continue
        this.#routes.delete(id)
        const after = this.#routed(id)
        if (!after || isSameCurve(before.curve, after.curve)) continue
        areas.push(before.bounds, after.bounds)
      }
    }
    return areas
  }
}

function isSameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}

function isSameCurve(a: Curve, b: Curve): boolean {
  return a.length === b.length && a.every((it, at) => it.x === b[at]?.x && it.y === b[at]?.y)
}

/** The height of a group's title bar. */
const GROUP_BAR = 32
/** The position and font size of its title, in map units; it stays readable on the screen. */
export const GROUP_TITLE = { inset: 14, size: 15, least: 13 }
/** A line of a title, in sizes of its letters. */
const TITLE_LINE = 1.6

/** The largest size of a title, in pixels of the screen: far out, it says what a part of the map is. */
const LARGEST_TITLE = 17

/** How wide a title is, in sizes of its letters: Chinese ones count as one, any other as a little more than a half. */
function titleLetters(title: string): number {
  return [...title].reduce((sum, it) => sum + (it > '\u2e80' ? 1 : 0.6), 0)
}

function titleSize(group: CardShape, zoom: number): number {
  const { size, least, inset } = GROUP_TITLE
  if (detailAt(zoom) !== 'speck') return Math.max(size, least / zoom)
  // As large as the frame is wide.
  const fitting = (group.width - 2 * inset) / Math.max(1, titleLetters(group.title))
  return Math.min(LARGEST_TITLE / zoom, Math.max(least / zoom, fitting))
}

/**
 * The position of a group's title: in its bar, or if it is too large, above the frame, clear of the
 * cards.
 */
export function titleArea(group: CardShape, zoom: number): Rect & { size: number } {
  const size = titleSize(group, zoom)
  const isAbove = size > GROUP_BAR * 0.6
  const [height, y] = isAbove
    ? [size * TITLE_LINE, group.y - size * TITLE_LINE]
    : [GROUP_BAR, group.y]
  const width = Math.min(group.width, titleLetters(group.title) * size + 2 * GROUP_TITLE.inset)
  return { x: group.x, y, width, height, size }
}
