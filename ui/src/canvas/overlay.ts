/**
 * What is drawn over the map and changes often: the selection, the hovered item, a link or an area
 * being drawn, and highlights of changes. The context already uses map units.
 */

import { traceArrowhead, traceCurve } from './draw'
import { between, bounds, type Curve, curveBounds, grown, type Point, type Rect } from './geometry'
import { detailAt, LABELS_FROM } from './levelOfDetail'
import type { CardShape, Scene } from './scene'
import type { Theme } from './theme'

/** What a draft does to a card. */
export type CardMark = 'added' | 'changed' | 'removed'

/** What is drawn over the map and changes often. */
export interface Overlay {
  /** Cards that a draft touches. */
  marks?: ReadonlyMap<string, CardMark>
  /** Removed cards, at their old positions. */
  ghosts?: readonly (Rect & { title: string })[]
  selected: ReadonlySet<string>
  selectedLink?: string
  hoveredLink?: string
  /** The links of what is selected. */
  litLinks?: ReadonlySet<string>
  hovered?: string
  /**
   * Highlighted areas with their start (milliseconds of `performance.now`): something changed
   * there.
   */
  highlighted: ReadonlyMap<string, number>
  /** The rectangle being drawn to select, in map units. */
  area?: Rect
  /** The link being drawn, in map units. */
  linking?: Curve
  /** The position of a card being created, in map units. */
  placeholder?: Rect
  /** Nodes visited in play, and how often. */
  visited?: ReadonlyMap<string, number>
  /** The current node in play. */
  currentNode?: string
  /** Points from which a link can be dragged, in map units. */
  handles?: readonly Point[]
  /** The point from which the size of a card can be dragged, in map units. */
  corner?: Point
  /** The lines in which dragged cards are with others, in map units. */
  guides?: readonly { from: Point; to: Point }[]
}

/** The part that belongs to dragged cards, or to all others and the map itself. */
export function overlayPart(overlay: Overlay, held: ReadonlySet<string>, inHand: boolean): Overlay {
  const mine = (id: string) => held.has(id) === inHand
  const only = <T>(map: ReadonlyMap<string, T> | undefined) =>
    new Map([...(map ?? [])].filter(([id]) => mine(id)))
  const { hovered, currentNode, selectedLink, hoveredLink } = overlay
  const { area, linking, placeholder, ghosts, handles, corner, litLinks, guides } = overlay
  return {
    selected: new Set([...overlay.selected].filter(mine)),
    highlighted: only(overlay.highlighted),
    marks: only(overlay.marks),
    ...(overlay.visited ? { visited: only(overlay.visited) } : {}),
    ...(hovered !== undefined && mine(hovered) ? { hovered } : {}),
    ...(currentNode !== undefined && mine(currentNode) ? { currentNode } : {}),
    ...(inHand || !selectedLink ? {} : { selectedLink }),
    ...(inHand || !hoveredLink ? {} : { hoveredLink }),
    ...(inHand || !litLinks ? {} : { litLinks }),
    ...(inHand || !area ? {} : { area }),
    ...(inHand || !linking ? {} : { linking }),
    ...(inHand || !placeholder ? {} : { placeholder }),
    ...(inHand || !ghosts ? {} : { ghosts }),
    ...(inHand || !handles ? {} : { handles }),
    ...(inHand || !corner ? {} : { corner }),
    ...(inHand || !guides ? {} : { guides }),
  }
}

/** The duration of a highlight, in milliseconds. */
const GLOW = 2600

interface PaintContext {
  context: CanvasRenderingContext2D
  scene: Scene
  theme: Theme
  zoom: number
  /** The areas of labels, over which no line is drawn. */
  labels: readonly Rect[]
}

/** The area it will paint, in map units; undefined if there is nothing to paint. */
export function overlayBounds(scene: Scene, overlay: Overlay, zoom: number): Rect | undefined {
  const { selectedLink, hoveredLink, hovered, area, linking, placeholder, currentNode } = overlay
  const ids = [overlay.selected, overlay.marks, overlay.highlighted, overlay.visited].flatMap(
    (it) => (it ? [...it.keys()] : []),
  )
  for (const id of [hovered, currentNode]) if (id !== undefined) ids.push(id)
  const cards = ids.map((id) => scene.cards.get(id)).filter((it) => it !== undefined)
  const links = [selectedLink, hoveredLink, ...(overlay.litLinks ?? [])].filter(
    (it) => it !== undefined,
  )
  const curves = [...links.map((it) => scene.curve(it)), linking]
  const all = bounds([
    ...cards,
    ...(overlay.ghosts ?? []),
    ...curves.filter((it) => it !== undefined).map(curveBounds),
    ...(area ? [area] : []),
    ...(placeholder ? [placeholder] : []),
    ...(overlay.handles ?? []).map((it) => ({ ...it, width: 0, height: 0 })),
    ...(overlay.corner ? [{ ...overlay.corner, width: 0, height: 0 }] : []),
    ...(overlay.guides ?? []).map(({ from, to }) => between(from, to)),
  ])
  // The margin for the largest frames, badges and handles.
  return all && grown(all, Math.max(32, 32 / zoom))
}

/** Paints it; returns whether it is animated and needs another frame. */
export function paintOverlay(painting: PaintContext, overlay: Overlay, now: number): boolean {
  paintLinks(painting, overlay)
  paintVisits(painting, overlay)
  paintReview(painting, overlay)
  const highlighted = paintHighlights(painting, overlay.highlighted, now)
  paintSelection(painting, overlay)
  return highlighted
}

const SIGNS: Record<CardMark, string> = { added: '+', changed: '~', removed: '−' }

/**
 * Frames with a badge in the corner around what a draft changes, and dashed ones for what it
 * removes.
 */
function paintReview(painting: PaintContext, { marks, ghosts = [] }: Overlay): void {
  const { context, scene, theme, zoom } = painting
  for (const [id, mark] of marks ?? []) {
    const card = scene.cards.get(id)
    if (card) paintMark(painting, card, mark)
  }
  for (const ghost of ghosts) {
    dashedAround(painting, ghost, theme.marks.removed)
    if (zoom >= 0.2) {
      context.font = `600 15px ${theme.font}`
      context.fillStyle = theme.marks.removed
      context.textBaseline = 'alphabetic'
      context.fillText(ghost.title, ghost.x + 18, ghost.y + 26, ghost.width - 32)
    }
    paintSign(painting, ghost, 'removed')
  }
}

function paintMark(painting: PaintContext, card: CardShape, mark: CardMark): void {
  frameAround(painting, card, painting.theme.marks[mark], 2.5, 1)
  paintSign(painting, card, mark)
}

function paintSign({ context, theme, zoom }: PaintContext, rect: Rect, mark: CardMark): void {
  const radius = Math.max(11, 8 / zoom)
  const [x, y] = [rect.x + rect.width, rect.y]
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fillStyle = theme.marks[mark]
  context.fill()
  // Zoomed out, overlapping badges stay distinguishable.
  context.lineWidth = Math.max(1, 1 / zoom)
  context.strokeStyle = theme.background
  context.stroke()
  context.font = `700 ${radius * 1.4}px ${theme.font}`
  context.fillStyle = theme.card
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(SIGNS[mark], x, y + radius * 0.06)
  context.textAlign = 'left'
}

function paintHighlights(
  painting: PaintContext,
  highlighted: Overlay['highlighted'],
  now: number,
): boolean {
  const { context, scene, theme } = painting
  let any = false
  for (const [id, since] of highlighted) {
    const left = 1 - (now - since) / GLOW
    const card = scene.cards.get(id)
    if (left <= 0 || !card) continue
    any = true
    context.globalAlpha = left * 0.9
    frameAround(painting, card, theme.glow, 3 + 5 * left, 6 * (1 - left))
    context.globalAlpha = 1
  }
  return any
}

/** A mark on each visited card, and a frame around the current one. */
function paintVisits(painting: PaintContext, { visited, currentNode }: Overlay): void {
  if (!visited) return
  const { context, scene, theme, zoom } = painting
  const radius = Math.min(26, Math.max(9, 7 / zoom))
  for (const [id, count] of visited) {
    const card = scene.cards.get(id)
    if (!card) continue
    const at = { x: card.x + card.width, y: card.y }
    context.beginPath()
    context.arc(at.x, at.y, radius, 0, Math.PI * 2)
    context.fillStyle = theme.visited
    context.fill()
    context.lineWidth = Math.max(1.5, 1 / zoom)
    context.strokeStyle = theme.background
    context.stroke()
    context.fillStyle = theme.background
    context.font = `650 ${radius * 1.25}px ${theme.font}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(count > 99 ? '…' : String(count), at.x, at.y + radius * 0.06)
  }
  const here = currentNode === undefined ? undefined : scene.cards.get(currentNode)
  if (here) frameAround(painting, here, theme.visited, 3, 3)
}

/** Links that stand out: over all others, below cards and labels. Comes first: it clears those. */
function paintLinks(painting: PaintContext, overlay: Overlay): void {
  const { context, scene, zoom } = painting
  const { selectedLink, hoveredLink, litLinks } = overlay
  const curves: Curve[] = []
  const paint = (link: string | undefined, width: number) => {
    const curve = link === undefined ? undefined : scene.curve(link)
    if (!curve) return
    curves.push(curve)
    paintCurve(painting, curve, width)
  }
  context.globalAlpha = 0.85
  for (const link of litLinks ?? []) if (link !== selectedLink) paint(link, 2)
  context.globalAlpha = 0.55
  if (hoveredLink !== selectedLink) paint(hoveredLink, 2.5)
  context.globalAlpha = 1
  paint(selectedLink, 2.5)
  const around = bounds(curves.map(curveBounds))
  if (!around) return
  const area = grown(around, 8)
  context.globalCompositeOperation = 'destination-out'
  context.beginPath()
  for (const card of scene.cardsIn(area)) {
    if (!card.isGroup) context.roundRect(card.x, card.y, card.width, card.height, 10)
  }
  if (zoom >= LABELS_FROM) {
    for (const box of painting.labels) context.roundRect(box.x, box.y, box.width, box.height, 10)
  }
  context.fill()
  context.globalCompositeOperation = 'source-over'
}

function paintSelection(painting: PaintContext, overlay: Overlay): void {
  const { selected, hovered, area, linking, placeholder } = overlay
  const { context, scene, theme, zoom } = painting
  for (const id of selected) {
    const card = scene.cards.get(id)
    if (!card) continue
    frameAround(painting, card, theme.selection, 2.5, 2)
    if (detailAt(zoom) !== 'speck' || card.isGroup) continue
    context.fillStyle = theme.selection
    context.fillRect(card.x, card.y, card.width, card.height)
  }
  const under = hovered && !selected.has(hovered) ? scene.cards.get(hovered) : undefined
  if (under) {
    context.globalAlpha = 0.45
    frameAround(painting, under, theme.selection, 2, 1)
    context.globalAlpha = 1
  }
  if (linking) paintCurve(painting, linking, 2.5)
  if (placeholder) paintPlaceholder(painting, placeholder)
  paintHandles(painting, overlay.handles ?? [])
  if (overlay.corner) paintCorner(painting, overlay.corner)
  paintGuides(painting, overlay.guides ?? [])
  if (area) {
    context.fillStyle = theme.selection
    context.globalAlpha = 0.1
    context.fillRect(area.x, area.y, area.width, area.height)
    context.globalAlpha = 1
    context.strokeStyle = theme.selection
    context.lineWidth = 1 / zoom
    context.strokeRect(area.x, area.y, area.width, area.height)
  }
}

/** A curve with its head in the selection color. */
function paintCurve({ context, theme, zoom }: PaintContext, curve: Curve, width: number): void {
  context.strokeStyle = theme.selection
  context.lineWidth = width / Math.min(1, zoom)
  context.beginPath()
  traceCurve(context, curve)
  context.stroke()
  context.fillStyle = theme.selection
  context.beginPath()
  traceArrowhead(context, curve, Math.max(11, 8 / zoom))
  context.fill()
}

function paintGuides(
  { context, theme, zoom }: PaintContext,
  guides: readonly { from: Point; to: Point }[],
): void {
  context.strokeStyle = theme.selection
  context.lineWidth = 1 / zoom
  context.beginPath()
  for (const { from, to } of guides) {
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
  }
  context.stroke()
}

function paintHandles({ context, theme, zoom }: PaintContext, handles: readonly Point[]): void {
  for (const at of handles) {
    context.beginPath()
    context.arc(at.x, at.y, 5.5 / zoom, 0, Math.PI * 2)
    context.fillStyle = theme.card
    context.fill()
    context.strokeStyle = theme.selection
    context.lineWidth = 2 / zoom
    context.stroke()
  }
}

/** A square, so that it is distinguished from where links are pulled. */
function paintCorner({ context, theme, zoom }: PaintContext, at: Point): void {
  const side = 9 / zoom
  context.beginPath()
  context.roundRect(at.x - side / 2, at.y - side / 2, side, side, 2 / zoom)
  context.fillStyle = theme.card
  context.fill()
  context.strokeStyle = theme.selection
  context.lineWidth = 2 / zoom
  context.stroke()
}

/** The background of a card being created, so that the link to it ends at something. */
function paintPlaceholder(painting: PaintContext, at: Rect): void {
  const { context, theme } = painting
  context.beginPath()
  context.roundRect(at.x, at.y, at.width, at.height, 11)
  context.fillStyle = theme.selection
  context.globalAlpha = 0.08
  context.fill()
  context.globalAlpha = 1
  dashedAround(painting, at, theme.selection)
}

function dashedAround(painting: PaintContext, card: Rect, color: string): void {
  const { context, zoom } = painting
  context.save()
  // Zoomed out, dashes grow with the line, or they would merge.
  const far = Math.max(1, 0.5 / zoom)
  context.setLineDash([8 * far, 6 * far])
  frameAround(painting, card, color, 2, 0)
  context.restore()
}

function frameAround(
  { context, zoom }: PaintContext,
  card: Rect,
  color: string,
  width: number,
  gap: number,
): void {
  const line = Math.max(width, 2 / zoom)
  const box = grown(card, gap + line / 2)
  context.strokeStyle = color
  context.lineWidth = line
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, 11 + gap)
  context.stroke()
}
