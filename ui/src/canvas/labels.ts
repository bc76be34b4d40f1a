/** The labels of links: in one line, or narrower in two, each where it covers least. */

import { type Brush, font, linesOf, oneLine } from './brush'
import type { Point } from './geometry'
import type { LabelPlace, LinkShape, Scene } from './scene'

/** The widest label. */
export const LABEL = 168
/** Narrower ones in more lines, where there is no room for it. */
const NARROWER = [
  { width: 98, lines: 2 },
  { width: 66, lines: 3 },
]
/** Between a label's words and its sides, both together. */
const SIDES = 12
const LABEL_LINE = 14
/** The room of the sign of a condition before the words. */
const SIGN = 13

/** A label in one of the ways it can be written. */
interface Writing {
  rows: readonly string[]
  /** Where a condition's sign stands before them. */
  sign: number
  width: number
  height: number
}

export function drawLabels(brush: Brush, scene: Scene, links: readonly LinkShape[]): void {
  for (const link of links) {
    const label = labelOf(brush, scene, link)
    if (label) drawLabel(brush, label.writing, label.place.at)
  }
}

/** A link's label as it is written and where. */
export function labelOf(
  brush: Brush,
  scene: Scene,
  link: LinkShape,
): { writing: Writing; place: LabelPlace } | undefined {
  if (!link.label && !link.conditional) return undefined
  const place = scene.labelPlace(link.id, (it) => writings(brush, it))
  const writing = place && writings(brush, link)[place.choice]
  return place && writing ? { writing, place } : undefined
}

/** The ways a label can be written, the best first. */
function writings(brush: Brush, link: LinkShape): Writing[] {
  const { context, theme } = brush
  if (!link.label && !link.conditional) return []
  context.font = font(theme, 11.5, 500)
  const sign = link.conditional ? SIGN : 0
  if (!link.label) return [{ rows: [], sign, width: SIGN + 8, height: 8 + LABEL_LINE }]
  const found = [writing(brush, [oneLine(brush, link.label, LABEL)], sign)]
  for (const { width, lines } of NARROWER) {
    const last = found.at(-1)
    if (last && last.width <= width) break
    const rows = linesOf(brush, link.label, width - SIDES - sign, lines)
    found.push(writing(brush, rows, sign))
  }
  return found
}

function writing({ context }: Brush, rows: readonly string[], sign: number): Writing {
  const widths = rows.map((it) => context.measureText(it).width)
  return {
    rows,
    sign,
    width: Math.max(...widths) + SIDES + sign,
    height: 8 + rows.length * LABEL_LINE,
  }
}

export function drawLabel(brush: Brush, { rows, sign, width, height }: Writing, at: Point): void {
  const { context, theme } = brush
  context.font = font(theme, 11.5, 500)
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.beginPath()
  context.roundRect(at.x - width / 2, at.y - height / 2, width, height, 10)
  context.fillStyle = theme.linkLabel
  context.fill()
  context.strokeStyle = theme.cardBorder
  context.lineWidth = 1
  context.stroke()
  if (sign > 0) drawSign(brush, rows.length > 0 ? at.x - width / 2 + 6 + sign / 2 : at.x, at.y)
  context.fillStyle = theme.linkLabelText
  const top = at.y - ((rows.length - 1) * LABEL_LINE) / 2 + 0.5
  rows.forEach((row, index) => {
    context.fillText(row, at.x + sign / 2, top + index * LABEL_LINE)
  })
  context.textAlign = 'left'
}

/** A small diamond: the choice is not always offered. */
function drawSign({ context, theme }: Brush, x: number, y: number): void {
  const half = 4.5
  context.beginPath()
  context.moveTo(x, y - half)
  context.lineTo(x + half, y)
  context.lineTo(x, y + half)
  context.lineTo(x - half, y)
  context.closePath()
  context.strokeStyle = theme.marks.changed
  context.lineWidth = 1.6
  context.stroke()
}
