/**
 * The labels of links: in one line, or narrower in two or three. `labelLayout.ts` computes their
 * positions.
 */

import { type DrawContext, FADED, font, isLinkFaded, linesOf, oneLine } from './drawContext'
import type { Point } from './geometry'
import type { LabelPosition, LabelText } from './labelLayout'
import type { LinkShape } from './scene'
import { isRightToLeft } from './text'

/** The widest text of a label. */
const TEXT = 148
/** Narrower layouts, if there is not enough space; the last fits between two cards side by side. */
const NARROWER = [
  { width: 98, lines: 2 },
  { width: 72, lines: 3 },
]
/** The total padding left and right of a label's text. */
const SIDES = 12
const LABEL_LINE = 14
/** The space of a condition's icon before the text. */
const SIGN = 13

export function drawLabels(brush: DrawContext, links: readonly LinkShape[]): void {
  for (const link of links) {
    const place = labelOf(brush, link)
    if (!place) continue
    drawLabel(brush, place.writing, place.at, isLinkFaded(brush, link) ? FADED.link : 1)
  }
}

/** A link's label with its layout and position. */
export function labelOf({ labels }: DrawContext, link: LinkShape): LabelPosition | undefined {
  return link.label || link.conditional ? labels.of(link) : undefined
}

/** What is needed to measure text. */
type Measure = Pick<DrawContext, 'context' | 'theme'>

/** The possible layouts of a label, the best first. */
export function labelTexts(measure: Measure, link: LinkShape): LabelText[] {
  const { context, theme } = measure
  if (!link.label && !link.conditional) return []
  context.font = font(theme, 11.5, 500)
  const sign = link.conditional ? SIGN : 0
  if (!link.label) return [{ rows: [], sign, width: SIGN + 8, height: 8 + LABEL_LINE }]
  const found = [writing(measure, [oneLine(measure, link.label, TEXT)], sign)]
  for (const { width, lines } of NARROWER) {
    const last = found.at(-1)
    if (last && last.width <= width) break
    const rows = linesOf(measure, link.label, width - SIDES - sign, lines)
    found.push(writing(measure, rows, sign))
  }
  return found
}

function writing({ context }: Measure, rows: readonly string[], sign: number): LabelText {
  const widths = rows.map((it) => context.measureText(it).width)
  return {
    rows,
    sign,
    width: Math.max(...widths) + SIDES + sign,
    height: 8 + rows.length * LABEL_LINE,
  }
}

export function drawLabel(
  brush: DrawContext,
  { rows, sign, width, height }: LabelText,
  at: Point,
  alpha = 1,
): void {
  const { context, theme } = brush
  context.font = font(theme, 11.5, 500)
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.beginPath()
  context.roundRect(at.x - width / 2, at.y - height / 2, width, height, 10)
  context.fillStyle = theme.linkLabel
  context.fill()
  // The line does not show through what fades.
  context.globalAlpha = alpha
  context.strokeStyle = theme.cardBorder
  context.lineWidth = 1
  context.stroke()
  if (sign > 0) drawSign(brush, rows.length > 0 ? at.x - width / 2 + 6 + sign / 2 : at.x, at.y)
  context.fillStyle = theme.linkLabelText
  const top = at.y - ((rows.length - 1) * LABEL_LINE) / 2 + 0.5
  context.direction = isRightToLeft(rows[0] ?? '') ? 'rtl' : 'ltr'
  rows.forEach((row, index) => {
    context.fillText(row, at.x + sign / 2, top + index * LABEL_LINE)
  })
  context.direction = 'ltr'
  context.textAlign = 'left'
  context.globalAlpha = 1
}

/** A small diamond: the choice is not always offered. */
function drawSign({ context, theme }: DrawContext, x: number, y: number): void {
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
