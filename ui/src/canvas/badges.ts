/** The badges in the lower right corner of a card's text: their icons, positions and drawing. */

import type { DrawContext } from './drawContext'
import { font } from './drawContext'
import { contains, type Point, type Rect } from './geometry'
import { type Detail, pictureArea } from './levelOfDetail'
import type { Theme } from './theme'

export type BadgeKind =
  | 'start'
  | 'ending'
  | 'error'
  | 'warning'
  | 'draft'
  | 'pictures'
  | 'sound'
  | 'silence'

export interface Badge {
  kind: BadgeKind
  /** Text next to the icon. */
  count?: number
}

type BadgedCard = Rect & { badges?: readonly Badge[]; picture?: string }

/** Outlines in a square of 24, drawn with lines of 2 and round ends. */
const OUTLINES: Record<BadgeKind, string> = {
  start: 'M5 22V4c3-2 6-2 9 0s5 1 6 .5V14c-3 1.500-6 0-8-1s-5-.5-7 .5',
  ending: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM8.500 8.500h7v7h-7z',
  error: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM12 7v6M12 16.800v.1',
  warning: 'M12 3.500L1.800 21h20.400zM12 10v4.500M12 17.700v.1',
  draft: 'M4 20l1-4.500L16.500 4a2.100 2.100 0 0 1 3 3L8 18.500z',
  pictures: 'M8 3h13v13H8zM3 8v13h13M9 14l4-4 7 6',
  sound: 'M9 18V5l11-2v13M9 18a3 3 0 1 1-6 0a3 3 0 0 1 6 0zM20 16a3 3 0 1 1-6 0a3 3 0 0 1 6 0z',
  silence: 'M12 5L7 9H3v6h4l5 4zM22 9l-6 6M16 9l6 6',
}

/** The badges still drawn when a card is too small for text. */
const SHOWN_AT_LOW_ZOOM: ReadonlySet<BadgeKind> = new Set(['start', 'ending', 'error', 'warning'])
const PAD = 12
const GAP = 6

/** The side of a badge, in map units: larger when zoomed out, so that it stays visible. */
function sideAt(detail: Detail): number {
  return detail === 'full' ? 15 : detail === 'title' ? 24 : 38
}

/** The areas of a card's badges, in map units; the last one is in the corner. */
export function badgeLayout(card: BadgedCard, detail: Detail): { badge: Badge; area: Rect }[] {
  if (!card.badges || detail === 'speck') return []
  const side = sideAt(detail)
  const shown =
    detail === 'block' ? card.badges.filter((it) => SHOWN_AT_LOW_ZOOM.has(it.kind)) : card.badges
  const places: { badge: Badge; area: Rect }[] = []
  let right = (pictureArea(card, detail)?.x ?? card.x + card.width) - PAD
  const y = card.y + card.height - PAD - side + (detail === 'full' ? 3 : 0)
  for (const badge of [...shown].reverse()) {
    const width = side + (badge.count === undefined ? 0 : side * 0.72 * String(badge.count).length)
    // A narrow card shows as many as fit.
    if (right - width < card.x + PAD) break
    places.unshift({ badge, area: { x: right - width, y, width, height: side } })
    right -= width + GAP
  }
  return places
}

/** The badge of a card at a point. */
export function badgeAt(card: BadgedCard, detail: Detail, point: Point): Badge | undefined {
  return badgeLayout(card, detail).find(({ area }) => contains(area, point))?.badge
}

function colorOf(theme: Theme, kind: BadgeKind): string {
  if (kind === 'start') return theme.selection
  if (kind === 'ending') return theme.title
  if (kind === 'draft' || kind === 'error') return theme.marks.changed
  return theme.faint
}

let paths: Record<BadgeKind, Path2D> | undefined

/** Created on first use: not every engine that runs tests supports paths. */
function pathOf(kind: BadgeKind): Path2D {
  paths ??= Object.fromEntries(
    Object.entries(OUTLINES).map(([name, outline]) => [name, new Path2D(outline)]),
  ) as Record<BadgeKind, Path2D>
  return paths[kind]
}

export function drawBadges(
  { context, theme }: DrawContext,
  card: BadgedCard,
  detail: Detail,
): void {
  for (const { badge, area } of badgeLayout(card, detail)) {
    const side = area.height
    const color = colorOf(theme, badge.kind)
    context.save()
    context.translate(area.x, area.y)
    context.scale(side / 24, side / 24)
    context.lineWidth = 2.2
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.strokeStyle = color
    context.stroke(pathOf(badge.kind))
    context.restore()
    if (badge.count === undefined) continue
    context.font = font(theme, side * 0.8, 600)
    context.fillStyle = color
    context.textBaseline = 'middle'
    context.fillText(String(badge.count), area.x + side * 1.16, area.y + side * 0.54)
  }
}
