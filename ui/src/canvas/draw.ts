/** Draws one area of a scene into a context. Pure except for the context and the cache of text. */

import { badgeLayout, drawBadges } from './badges'
import { mixed, readable } from './contrast'
import { type DrawContext, FADED, font, isCardFaded, isLinkFaded, linesOf } from './drawContext'
import { drawGroupTitles, drawTints } from './drawFar'
import { type Curve, endOf, grown, pieces, type Rect } from './geometry'
import { LABEL_REACH } from './labelLayout'
import { drawLabels } from './labels'
import { ARROWS_FROM, type Detail, detailAt, LABELS_FROM, pictureArea } from './levelOfDetail'
import { arrowHead } from './linkCurve'
import type { CardShape, LinkShape, LinkStyle, Scene } from './scene'
import { drawRow } from './text'
import { accentOf, type Theme } from './theme'

const RADIUS = 10
const PAD = 14
const TITLE = 15
const BODY = 12.5
/** Up to this zoom the words on cards grow with them. */
const GROWS_TO = 1.35
/** How much of its tint the ground of a card has. */
const TINT = 0.13
/** The same where the map is looked at for its tints; more would take the contrast from the words. */
const STRONG_TINT = 0.22
/** The distance between two dots of the background, in map units. */
const DOTS = 32
/** How far a group's title may be above its frame, in screen pixels. */
export const TITLE_REACH = 40

/** Draws what intersects an area; the context already uses map units. */
export function drawArea(brush: DrawContext, scene: Scene, area: Rect, zoom: number): void {
  const detail = detailAt(zoom)
  const reach = Math.max(8, TITLE_REACH / zoom)
  const cards = scene.cardsIn(grown(area, reach)).filter((it) => !brush.dragged.has(it.id))
  const links = shownLinks(brush, scene, area, zoom)
  for (const card of cards) if (card.isGroup) drawGroup(brush, card, zoom)
  drawLinks(brush, scene, links, zoom)
  const groups = cards.filter((it) => it.isGroup)
  if (detail === 'speck') {
    drawTints(brush, cards, zoom)
    drawGroupTitles(brush, groups, zoom)
    return
  }
  // A label may extend beyond its link's area.
  if (zoom >= LABELS_FROM) {
    brush.labels.fill(grown(area, 2 * LABEL_REACH))
    drawLabels(brush, shownLinks(brush, scene, grown(area, LABEL_REACH), zoom))
  }
  drawCards(brush, cards, detail, zoom)
  drawGroupTitles(brush, groups, zoom)
}

function shownLinks(brush: DrawContext, scene: Scene, area: Rect, zoom: number): LinkShape[] {
  const { dragged } = brush
  const links = zoom < ARROWS_FROM ? scene.directLinksIn(area) : scene.linksIn(area)
  return links.filter((it) => !dragged.has(it.from) && !dragged.has(it.to))
}

/** A grid of dots that shows distance; omitted if it would be a haze. */
export function drawBackground({ context, theme }: DrawContext, area: Rect, zoom: number): void {
  context.fillStyle = theme.background
  context.fillRect(area.x, area.y, area.width, area.height)
  if (zoom < 0.35) return
  const side = Math.max(0.8, zoom) / zoom
  const first = (it: number) => Math.ceil((it - side) / DOTS) * DOTS
  context.fillStyle = theme.dots
  for (let y = first(area.y); y < area.y + area.height; y += DOTS) {
    for (let x = first(area.x); x < area.x + area.width; x += DOTS) {
      context.fillRect(x - side / 2, y - side / 2, side, side)
    }
  }
}

/** Draws only some cards, and some links with their labels. */
export function drawShapes(
  brush: DrawContext,
  scene: Scene,
  { cards, links }: { cards: readonly CardShape[]; links: readonly LinkShape[] },
  zoom: number,
): void {
  const detail = detailAt(zoom)
  for (const card of cards) if (card.isGroup) drawGroup(brush, card, zoom)
  drawLinks(brush, scene, links, zoom)
  if (zoom >= LABELS_FROM) drawLabels(brush, links)
  if (detail === 'speck') drawTints(brush, cards, zoom)
  else drawCards(brush, cards, detail, zoom)
  drawGroupTitles(
    brush,
    cards.filter((it) => it.isGroup),
    zoom,
  )
}

function drawCards(
  brush: DrawContext,
  cards: readonly CardShape[],
  detail: Detail,
  zoom: number,
): void {
  const { context } = brush
  for (const card of cards) {
    if (card.isGroup) continue
    const isFaded = isCardFaded(brush, card.id)
    if (isFaded) {
      // Links do not shine through what is faded.
      context.fillStyle = brush.theme.background
      context.fillRect(card.x, card.y, card.width, card.height)
      context.globalAlpha = FADED.card
    }
    drawCard(brush, card, detail, zoom)
    if (isFaded) context.globalAlpha = 1
  }
}

function drawGroup(brush: DrawContext, group: CardShape, zoom: number): void {
  const { context, theme } = brush
  const accent = accentOf(theme, group.kind, group.color)
  context.beginPath()
  context.roundRect(group.x, group.y, group.width, group.height, RADIUS + 4)
  // Over the brown of a plain group a color would be mud.
  if (group.color) context.globalAlpha = detailAt(zoom) === 'speck' ? 0.16 : 0.09
  context.fillStyle = group.color ? accent : theme.group
  context.fill()
  context.globalAlpha = 1
  context.strokeStyle = group.color ? accent : theme.groupBorder
  context.lineWidth = Math.max(1.5, 1 / zoom)
  context.stroke()
}

/** Adds a curve to the path. */
export function traceCurve(context: CanvasRenderingContext2D, curve: Curve): void {
  context.moveTo(curve[0].x, curve[0].y)
  for (const [, b, c, d] of pieces(curve)) context.bezierCurveTo(b.x, b.y, c.x, c.y, d.x, d.y)
}

/** The dash patterns of links, in map units; all links of one look are one stroke. */
export const DASHES: Record<LinkStyle | 'plain', readonly number[]> = {
  plain: [],
  dynamic: [9, 6],
  part: [2, 5],
}

/** The width of a link's line, in map units: on the screen never thinner than it can be seen well. */
export function lineWidth(zoom: number): number {
  return zoom < ARROWS_FROM ? 0.7 / zoom : Math.max(1.5, 1.5 / zoom)
}

/** The links of an area, those with the same look in one path: one stroke for thousands. */
function drawLinks(
  brush: DrawContext,
  scene: Scene,
  links: readonly LinkShape[],
  zoom: number,
): void {
  const { context, theme, emphasis } = brush
  context.strokeStyle = theme.link
  context.fillStyle = theme.link
  context.lineWidth = lineWidth(zoom)
  if (zoom < ARROWS_FROM) {
    // Zoomed out, thousands of them are transparent rather than solid.
    const alpha = Math.max(0.35, zoom / ARROWS_FROM)
    const faded = emphasis.cards ? links.filter((it) => isLinkFaded(brush, it)) : []
    const clear = faded.length > 0 ? links.filter((it) => !isLinkFaded(brush, it)) : links
    context.globalAlpha = alpha * 0.3
    if (faded.length > 0) strokeLinks(brush, scene, faded, true)
    context.globalAlpha = alpha
    strokeLinks(brush, scene, clear, true)
    context.globalAlpha = 1
    return
  }
  const faded = links.filter((it) => isLinkFaded(brush, it))
  if (faded.length > 0) {
    context.globalAlpha = FADED.link
    drawNearLinks(brush, scene, faded, zoom)
    context.globalAlpha = 1
  }
  drawNearLinks(
    brush,
    scene,
    faded.length > 0 ? links.filter((it) => !isLinkFaded(brush, it)) : links,
    zoom,
  )
}

function drawNearLinks(
  brush: DrawContext,
  scene: Scene,
  links: readonly LinkShape[],
  zoom: number,
): void {
  const { context } = brush
  const plain = links.filter((it) => !it.look)
  strokeLinks(brush, scene, plain, false)
  for (const look of ['dynamic', 'part'] as const) {
    const alike = links.filter((it) => it.look === look)
    if (alike.length === 0) continue
    context.setLineDash([...DASHES[look]])
    strokeLinks(brush, scene, alike, false)
    context.setLineDash([])
  }
  context.beginPath()
  for (const link of links) {
    const curve = scene.curve(link.id)
    if (curve) traceArrowhead(context, curve, headSize(zoom))
  }
  context.fill()
}

function headSize(zoom: number): number {
  return Math.max(10, 7 / zoom)
}

/** Adds the head at the end of a curve to the path. */
export function traceArrowhead(
  context: CanvasRenderingContext2D,
  curve: Curve,
  size: number,
): void {
  const [tip, a, b] = arrowHead(curve, size)
  context.moveTo(tip.x, tip.y)
  context.lineTo(a.x, a.y)
  context.lineTo(b.x, b.y)
  context.closePath()
}

function strokeLinks(
  { context }: DrawContext,
  scene: Scene,
  links: readonly LinkShape[],
  straight: boolean,
): void {
  context.beginPath()
  for (const link of links) {
    const curve = straight ? scene.directCurve(link.id) : scene.curve(link.id)
    if (!curve) continue
    if (straight) {
      const end = endOf(curve)
      context.moveTo(curve[0].x, curve[0].y)
      context.lineTo(end.x, end.y)
    } else {
      traceCurve(context, curve)
    }
  }
  context.stroke()
}

/** How much of its tint the ground of a card has. */
const tintOf = (card: CardShape) => (card.isTintStrong ? STRONG_TINT : TINT)

/** The color that letters on a card stand on. */
function groundOf(theme: Theme, card: CardShape): string {
  return card.tint
    ? mixed(theme.card, accentOf(theme, card.kind, card.tint), tintOf(card))
    : theme.card
}

function drawCard(brush: DrawContext, card: CardShape, detail: Detail, zoom: number): void {
  const { context, theme } = brush
  const accent = accentOf(theme, card.kind, card.color)
  if (detail === 'full') {
    // A plain offset shape: the context's own blurred shadow costs ten times as much.
    context.beginPath()
    context.roundRect(card.x, card.y + 2.5, card.width, card.height, RADIUS)
    context.fillStyle = theme.shadow
    context.fill()
  }
  context.beginPath()
  context.roundRect(card.x, card.y, card.width, card.height, RADIUS)
  context.fillStyle = theme.card
  context.fill()
  if (card.tint) {
    const alpha = context.globalAlpha
    context.globalAlpha = alpha * tintOf(card)
    context.fillStyle = accentOf(theme, card.kind, card.tint)
    context.fill()
    context.globalAlpha = alpha
  }
  context.strokeStyle = theme.cardBorder
  context.lineWidth = Math.max(1, 0.8 / zoom)
  context.stroke()
  const picture = pictureArea(card, detail)
  if (picture) drawPicture(brush, card, picture, zoom)
  context.fillStyle = accent
  context.beginPath()
  context.roundRect(card.x, card.y, detail === 'block' ? 14 : 5, card.height, [
    RADIUS,
    0,
    0,
    RADIUS,
  ])
  context.fill()
  if (detail === 'block') {
    drawBlockTitle(brush, card)
    drawBadges(brush, card, detail)
    return
  }
  // At medium zoom only the title is readable, so it grows as the card shrinks.
  const title = detail === 'title' ? Math.min(30, Math.max(21, 12 / zoom)) : undefined
  const end = picture?.x ?? card.x + card.width
  drawWords(brush, card, { accent, end, title, scale: Math.min(1, GROWS_TO / zoom) })
  drawBadges(brush, card, detail)
}

/** Too small to read well, but large titles still help with orientation. */
function drawBlockTitle(brush: DrawContext, card: CardShape): void {
  const { context, theme } = brush
  context.font = font(theme, 30, 650)
  context.fillStyle = theme.title
  context.textBaseline = 'middle'
  const rows = linesOf(brush, card.title, card.width - 44, 2)
  const top = card.y + card.height / 2 - ((rows.length - 1) * 34) / 2
  rows.forEach((row, index) => {
    const column = { left: card.x + 28, right: card.x + card.width - 16 }
    drawRow(context, { row, of: card.title }, column, top + index * 34)
  })
}

function drawPicture(brush: DrawContext, card: CardShape, area: Rect, zoom: number): void {
  const picture = brush.pictures(card.picture ?? '', area.height * zoom * brush.ratio)
  const { context, theme } = brush
  context.save()
  context.beginPath()
  context.roundRect(area.x, area.y, area.width, area.height, [0, RADIUS, RADIUS, 0])
  context.clip()
  if (picture) {
    const { width, height } = picture
    const scale = Math.max(area.width / width, area.height / height)
    const [w, h] = [area.width / scale, area.height / scale]
    // Heads are usually in the upper part, so show that rather than the middle.
    const top = Math.max(0, (height - h) * 0.28)
    const from = [(width - w) / 2, top, w, h] as const
    context.drawImage(picture, ...from, area.x, area.y, area.width, area.height)
  } else {
    context.fillStyle = theme.group
    context.fill()
  }
  context.restore()
}

interface Words {
  accent: string
  /** The right edge of the available space. */
  end: number
  /** The size of a title that stands alone. */
  title: number | undefined
  /** The size of letters: near, they grow no more, and there is space for more of them. */
  scale: number
}

function drawWords(
  brush: DrawContext,
  card: CardShape,
  { accent, end, title, scale }: Words,
): void {
  const { context, theme } = brush
  const left = card.x + PAD + 4
  const width = end - PAD - left
  const column = { left, right: end - PAD }
  const titleSize = title ?? TITLE * scale
  const body = BODY * scale
  context.font = font(theme, titleSize, 650)
  context.fillStyle = theme.title
  context.textBaseline = 'alphabetic'
  const wanted = title === undefined ? 2 : 3
  const fit = Math.floor((card.height - PAD * 1.5) / (titleSize * 1.25))
  const rows = linesOf(brush, card.title, width, Math.max(1, Math.min(wanted, fit)))
  let y = card.y + PAD + titleSize * 0.82
  for (const row of rows) {
    drawRow(context, { row, of: card.title }, column, y)
    y += titleSize * 1.25
  }
  if (title !== undefined) return
  const bottom = card.y + card.height - PAD
  const room = Math.floor((bottom - 16 * scale - (y - body)) / (body * 1.45))
  if (card.excerpt && room > 0) {
    context.font = font(theme, body, 400)
    context.fillStyle = theme.text
    y += 3 * scale
    for (const row of linesOf(brush, card.excerpt, width, room)) {
      drawRow(context, { row, of: card.excerpt }, column, y)
      y += body * 1.45
    }
  }
  context.font = font(theme, 11 * scale, 500)
  context.fillStyle = readable(accent, groundOf(theme, card), theme.title)
  const [first] = badgeLayout(card, 'full')
  const beside = first ? first.area.x - left - 6 : width
  const wide = context.measureText(card.footnote).width
  // A few letters of it would say nothing.
  const isShown = card.footnote !== '' && wide <= beside
  if (isShown) context.fillText(card.footnote, left, bottom)
  const begin = left + (isShown ? wide + 10 * scale : 0)
  drawTags(brush, card, { left: begin, right: left + beside, bottom, scale })
}

/** As many tags as there is room for, each with a dot of its color. */
function drawTags(
  { context, theme }: DrawContext,
  card: CardShape,
  { left, right, bottom, scale }: { left: number; right: number; bottom: number; scale: number },
): void {
  let x = left
  for (const { text, color } of card.tags ?? []) {
    const end = x + 10 * scale + context.measureText(text).width
    if (end > right) return
    context.fillStyle = accentOf(theme, card.kind, color)
    context.beginPath()
    context.arc(x + 3.5 * scale, bottom - 4 * scale, 3.5 * scale, 0, Math.PI * 2)
    context.fill()
    context.fillStyle = theme.text
    context.fillText(text, x + 10 * scale, bottom)
    x = end + 8 * scale
  }
}
