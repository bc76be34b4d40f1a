/** Draws one area of a scene into a context. Pure but for the context and the memory of text. */

import { ARROWS_FROM, type Detail, detailAt, LABELS_FROM } from './detail'
import { bounds, type Curve, curveBounds, grown, type Point, pointOn, type Rect } from './geometry'
import { type CardShape, GROUP_BAR, type LinkShape, type Scene } from './scene'
import { Remembered, shortened, wrapped } from './text'
import { accentOf, type Theme } from './theme'

/** The look of a picture by its address; `undefined` while it loads. */
export type Pictures = (address: string) => ImageBitmap | undefined

export interface Brush {
  context: CanvasRenderingContext2D
  theme: Theme
  pictures: Pictures
  /** Cards in the hand: they and their links are left out here and drawn on top instead. */
  lifted: ReadonlySet<string>
}

const RADIUS = 10
const PAD = 14
const PICTURE_HEIGHT = 92
const TITLE = 15
const BODY = 12.5
/** The widest label, and one in two lines where there is no room for it. */
const LABEL = 168
const NARROW_LABEL = 98
const LABEL_LINE = 14
/** Between two dots of the ground, in map units. */
const DOTS = 32
/** How far a group's title may stand above its frame, in pixels of the screen. */
export const TITLE_REACH = 24

const lines = new Remembered<string[]>()

/** Breaks text anew, for when a font has arrived and letters are no longer as wide as they were. */
export function forgetText(): void {
  lines.clear()
}

function font(theme: Theme, size: number, weight: number): string {
  return `${weight} ${size}px ${theme.font}`
}

/** The lines of a text in a font, broken once and remembered. */
function linesOf(brush: Brush, text: string, width: number, most: number): string[] {
  const { context } = brush
  const key = `${context.font}|${Math.round(width)}|${most}|${text}`
  return lines.get(key, () => wrapped(text, width, most, (it) => context.measureText(it).width))
}

function oneLine(brush: Brush, text: string, width: number): string {
  const { context } = brush
  const key = `${context.font}|${Math.round(width)}|1|${text}`
  const made = lines.get(key, () => [shortened(text, width, (it) => context.measureText(it).width)])
  return made[0] ?? ''
}

/** Draws what touches an area; the context is already set to map units. */
export function drawArea(brush: Brush, scene: Scene, area: Rect, zoom: number): void {
  const detail = detailAt(zoom)
  const reach = Math.max(8, TITLE_REACH / zoom)
  const cards = scene.cardsIn(grown(area, reach)).filter((it) => !brush.lifted.has(it.id))
  const links = shownLinks(brush, scene, area)
  for (const card of cards) if (card.isGroup) drawGroup(brush, card, zoom)
  drawLinks(brush, scene, links, zoom)
  if (detail === 'speck') {
    drawSpecks(brush, cards, zoom)
    return
  }
  // A label may reach out of its link's area, and cards lie over it where there is no other room.
  if (zoom >= LABELS_FROM) drawLabels(brush, scene, shownLinks(brush, scene, grown(area, LABEL)))
  for (const card of cards) if (!card.isGroup) drawCard(brush, card, detail, zoom)
}

function shownLinks(brush: Brush, scene: Scene, area: Rect): LinkShape[] {
  const { lifted } = brush
  return scene.linksIn(area).filter((it) => !lifted.has(it.from) && !lifted.has(it.to))
}

/** A grid of dots that tells distance; left out where it would be a haze. */
export function drawGround({ context, theme }: Brush, area: Rect, zoom: number): void {
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

/** Where the cards in the hand are drawn, with the links and labels that hang on them. */
export function liftedBounds(scene: Scene, lifted: ReadonlySet<string>): Rect | undefined {
  const areas: Rect[] = []
  for (const id of lifted) {
    const card = scene.cards.get(id)
    if (card) areas.push(card)
    for (const link of scene.linksOf(id)) {
      const curve = scene.curve(link)
      if (curve) areas.push(grown(curveBounds(curve), LABEL))
    }
  }
  const all = bounds(areas)
  return all && grown(all, PAD)
}

/** Draws the cards in the hand, moved by an offset, with the links that hang on them. */
export function drawLifted(brush: Brush, scene: Scene, zoom: number): void {
  const links = new Map<string, LinkShape>()
  for (const id of brush.lifted) {
    for (const link of scene.linksOf(id)) {
      const shape = scene.links.get(link)
      if (shape) links.set(link, shape)
    }
  }
  const held = [...links.values()]
  drawLinks(brush, scene, held, zoom)
  if (zoom >= LABELS_FROM) drawLabels(brush, scene, held)
  const detail = detailAt(zoom)
  const cards = [...brush.lifted].map((id) => scene.cards.get(id)).filter((it) => it !== undefined)
  for (const card of cards) if (card.isGroup) drawGroup(brush, card, zoom)
  if (detail === 'speck') drawSpecks(brush, cards, zoom)
  else for (const card of cards) if (!card.isGroup) drawCard(brush, card, detail, zoom)
}

/** Far away a card is a rectangle of its color; one fill for each color. */
function drawSpecks(brush: Brush, cards: CardShape[], zoom: number): void {
  const { context, theme } = brush
  const least = 2 / zoom
  const byColor = new Map<string, CardShape[]>()
  for (const card of cards) {
    if (card.isGroup) continue
    const accent = accentOf(theme, card.kind, card.color)
    const same = byColor.get(accent)
    if (same) same.push(card)
    else byColor.set(accent, [card])
  }
  for (const [accent, same] of byColor) {
    context.fillStyle = accent
    context.beginPath()
    for (const card of same) {
      context.rect(card.x, card.y, Math.max(card.width, least), Math.max(card.height, least))
    }
    context.fill()
  }
}

function drawGroup(brush: Brush, group: CardShape, zoom: number): void {
  const { context, theme } = brush
  const accent = accentOf(theme, group.kind, group.color)
  context.beginPath()
  context.roundRect(group.x, group.y, group.width, group.height, RADIUS + 4)
  context.fillStyle = theme.group
  context.fill()
  context.strokeStyle = group.color ? accent : theme.groupBorder
  context.lineWidth = Math.max(1.5, 1 / zoom)
  context.stroke()
  if (zoom < 0.05) return
  const size = Math.max(TITLE, 13 / zoom)
  context.font = font(theme, size, 650)
  context.fillStyle = group.color ? accent : theme.faint
  context.textBaseline = 'middle'
  // A title too large for its bar stands above the frame, clear of the cards in it.
  const above = size > GROUP_BAR * 0.6
  const y = above ? group.y - size * 0.8 : group.y + GROUP_BAR / 2
  context.fillText(oneLine(brush, group.title, group.width - 2 * PAD), group.x + PAD, y)
}

function trace(context: CanvasRenderingContext2D, curve: Curve): void {
  const [a, b, c, d] = curve
  context.moveTo(a.x, a.y)
  context.bezierCurveTo(b.x, b.y, c.x, c.y, d.x, d.y)
}

/** All links of an area in one path: one stroke for thousands. */
function drawLinks(brush: Brush, scene: Scene, links: LinkShape[], zoom: number): void {
  const { context, theme } = brush
  context.strokeStyle = theme.link
  context.lineWidth = Math.max(1.6, 0.7 / zoom)
  context.beginPath()
  const straight = zoom < ARROWS_FROM
  for (const link of links) {
    const curve = scene.curve(link.id)
    if (!curve) continue
    if (straight) {
      context.moveTo(curve[0].x, curve[0].y)
      context.lineTo(curve[3].x, curve[3].y)
    } else {
      trace(context, curve)
    }
  }
  context.stroke()
  if (straight) return
  context.fillStyle = theme.link
  context.beginPath()
  for (const link of links) {
    const curve = scene.curve(link.id)
    if (curve) arrowHead(context, curve)
  }
  context.fill()
}

function arrowHead(context: CanvasRenderingContext2D, curve: Curve): void {
  const tip = curve[3]
  const before = pointOn(curve, 0.94)
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x)
  const size = 9
  context.moveTo(tip.x, tip.y)
  context.lineTo(tip.x - size * Math.cos(angle - 0.42), tip.y - size * Math.sin(angle - 0.42))
  context.lineTo(tip.x - size * Math.cos(angle + 0.42), tip.y - size * Math.sin(angle + 0.42))
  context.closePath()
}

function drawLabels(brush: Brush, scene: Scene, links: LinkShape[]): void {
  const { context, theme } = brush
  context.font = font(theme, 11.5, 500)
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  for (const link of links) {
    if (!link.label) continue
    const rows = [oneLine(brush, link.label, LABEL)]
    let size = labelSize(brush, rows)
    let at = scene.labelPoint(link.id, size)
    if (!at && size.width > NARROW_LABEL) {
      rows.splice(0, 1, ...linesOf(brush, link.label, NARROW_LABEL - 14, 2))
      size = labelSize(brush, rows)
      at = scene.labelPoint(link.id, size)
    }
    const curve = scene.curve(link.id)
    const place = at ?? (curve && pointOn(curve, 0.5))
    if (place) drawLabel(brush, rows, place, size)
  }
  context.textAlign = 'left'
}

function labelSize(brush: Brush, rows: string[]): { width: number; height: number } {
  const widths = rows.map((it) => brush.context.measureText(it).width)
  return { width: Math.max(...widths) + 14, height: 8 + rows.length * LABEL_LINE }
}

function drawLabel(
  brush: Brush,
  rows: string[],
  at: Point,
  size: { width: number; height: number },
): void {
  const { context, theme } = brush
  context.beginPath()
  context.roundRect(at.x - size.width / 2, at.y - size.height / 2, size.width, size.height, 10)
  context.fillStyle = theme.linkLabel
  context.fill()
  context.strokeStyle = theme.cardBorder
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = theme.linkLabelText
  const top = at.y - ((rows.length - 1) * LABEL_LINE) / 2 + 0.5
  rows.forEach((row, index) => {
    context.fillText(row, at.x, top + index * LABEL_LINE)
  })
}

function drawCard(brush: Brush, card: CardShape, detail: Detail, zoom: number): void {
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
  context.strokeStyle = theme.cardBorder
  context.lineWidth = Math.max(1, 0.8 / zoom)
  context.stroke()
  const pictured = drawPicture(brush, card, detail)
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
    return
  }
  // From a middling distance the title alone is read, so it grows as the card shrinks.
  const title = detail === 'title' ? Math.min(30, Math.max(21, 12 / zoom)) : undefined
  drawWords(brush, card, { accent, below: pictured ? PICTURE_HEIGHT : 0, title })
}

/** Too small to read well, but large titles still help to find one's way. */
function drawBlockTitle(brush: Brush, card: CardShape): void {
  const { context, theme } = brush
  context.font = font(theme, 30, 650)
  context.fillStyle = theme.title
  context.textBaseline = 'middle'
  const rows = linesOf(brush, card.title, card.width - 44, 2)
  const top = card.y + card.height / 2 - ((rows.length - 1) * 34) / 2
  rows.forEach((row, index) => {
    context.fillText(row, card.x + 28, top + index * 34)
  })
}

function drawPicture(brush: Brush, card: CardShape, detail: Detail): boolean {
  if (!card.picture || detail === 'block') return false
  const picture = brush.pictures(card.picture)
  const { context, theme } = brush
  context.save()
  context.beginPath()
  context.roundRect(card.x, card.y, card.width, PICTURE_HEIGHT, [RADIUS, RADIUS, 0, 0])
  context.clip()
  if (picture) {
    const { width, height } = picture
    const scale = Math.max(card.width / width, PICTURE_HEIGHT / height)
    const [w, h] = [card.width / scale, PICTURE_HEIGHT / scale]
    // Heads are in the upper part: show that rather than the middle.
    const top = Math.max(0, (height - h) * 0.28)
    context.drawImage(
      picture,
      (width - w) / 2,
      top,
      w,
      h,
      card.x,
      card.y,
      card.width,
      PICTURE_HEIGHT,
    )
  } else {
    context.fillStyle = theme.group
    context.fill()
  }
  context.restore()
  return true
}

interface Words {
  accent: string
  /** The height of what stands above them. */
  below: number
  /** The size of a title that stands alone. */
  title: number | undefined
}

function drawWords(brush: Brush, card: CardShape, { accent, below, title }: Words): void {
  const { context, theme } = brush
  const left = card.x + PAD + 4
  const width = card.width - 2 * PAD - 4
  const titleSize = title ?? TITLE
  context.font = font(theme, titleSize, 650)
  context.fillStyle = theme.title
  context.textBaseline = 'alphabetic'
  const most = title === undefined || below > 0 ? 2 : 3
  const rows = linesOf(brush, card.title, width, most)
  let y = card.y + below + PAD + titleSize * 0.82
  for (const row of rows) {
    context.fillText(row, left, y)
    y += titleSize * 1.25
  }
  if (title !== undefined) return
  const bottom = card.y + card.height - PAD
  const room = Math.floor((bottom - 16 - (y - BODY)) / (BODY * 1.45))
  if (card.excerpt && room > 0) {
    context.font = font(theme, BODY, 400)
    context.fillStyle = theme.text
    y += 3
    for (const row of linesOf(brush, card.excerpt, width, room)) {
      context.fillText(row, left, y)
      y += BODY * 1.45
    }
  }
  context.font = font(theme, 11, 500)
  context.fillStyle = accent
  context.fillText(oneLine(brush, card.footnote, width), left, bottom)
}
