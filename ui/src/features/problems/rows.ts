/**
 * The rows of the list of problems: first what the badge counts, then findings at passages, comments,
 * the check's other findings, waived ones last. Pure.
 */

import type { ToolOutput } from '../../bridge'
import { isSamePlace, type Passage, type Place } from '../../state'
import type { Finding, Report, Severity } from './report'

/** What somebody noticed at a passage, as `list_findings` tells it. */
export type PassageFinding = ToolOutput<'list_findings'>['findings'][number]

export type Heading = Severity | 'breaking' | 'continuity' | 'comments' | 'waived'

/** A heading, a finding, or what is said below them. */
export type Row =
  | { key: string; isPassive: true; heading: Heading; count: number }
  | { key: string; finding: Finding }
  | { key: string; passage: PassageFinding }
  | { key: string; isPassive: true; more: number }

/** The kind of what is only said about a passage. */
const COMMENT = 'comment'

const SEVERITIES: Severity[] = ['error', 'warning', 'note', 'hint']

export function rowsOf(report: Report | undefined, passages: readonly PassageFinding[]): Row[] {
  const open = passages.filter((it) => it.state !== 'waived')
  const waived = passages.filter((it) => it.state === 'waived')
  return [
    ...(report ? breakingRows(report) : []),
    ...passageRows(
      'continuity',
      open.filter((it) => it.kind !== COMMENT),
    ),
    ...passageRows(
      'comments',
      open.filter((it) => it.kind === COMMENT),
    ),
    ...(report ? otherRows(report) : []),
    ...passageRows('waived', waived),
  ]
}

const headingRow = (heading: Heading, count: number): Row => ({
  key: heading,
  isPassive: true,
  heading,
  count,
})

function passageRows(heading: Heading, passages: readonly PassageFinding[]): Row[] {
  if (passages.length === 0) return []
  const rows = passages.map((passage) => ({ key: `passage/${passage.finding}`, passage }))
  return [headingRow(heading, passages.length), ...rows]
}

/** What stops readers or keeps something from them: what the badge counts. */
export function breakingOf({ findings }: Report): Finding[] {
  return findings.filter((it) => it.breaks_reading)
}

function breakingRows(report: Report): Row[] {
  const breaking = breakingOf(report)
  if (breaking.length === 0) return []
  return [
    headingRow('breaking', breaking.length),
    ...breaking.map((finding) => ({ key: keyOf(finding), finding })),
  ]
}

function otherRows({ findings, count, ...counts }: Report): Row[] {
  const all = {
    error: counts.errors,
    warning: counts.warnings,
    note: counts.notes,
    hint: counts.hints,
  }
  const rows = SEVERITIES.flatMap((severity): Row[] => {
    const ofSeverity = findings.filter((it) => it.severity === severity)
    const these = ofSeverity.filter((it) => !it.breaks_reading)
    if (these.length === 0) return []
    const elsewhere = ofSeverity.length - these.length
    const heading = headingRow(severity, all[severity] - elsewhere)
    return [heading, ...these.map((finding) => ({ key: keyOf(finding), finding }))]
  })
  const more = count - findings.length
  return more > 0 ? [...rows, { key: 'more', isPassive: true, more }] : rows
}

function keyOf({ kind, edge, message, nodes }: Finding): string {
  return `${kind}/${edge ?? ''}/${message}/${nodes[0]?.id}`
}

const placeOf = (node: string, { quote, character }: Passage): Place => ({
  node,
  passage: { quote, character },
})

export interface ListedPlace {
  /** The key of its row. */
  key: string
  /** The finding, or the one of its passages. */
  source: object
  place: Place
}

/** The places that rows are about, in their order. */
export function placesOf(rows: readonly Row[]): ListedPlace[] {
  return rows.flatMap((row): ListedPlace[] => {
    if ('finding' in row) {
      const [node] = row.finding.nodes
      return node ? [{ key: row.key, source: row.finding, place: { node: node.id } }] : []
    }
    if (!('passage' in row)) return []
    const { passage, advanced, other } = row.passage
    return [passage, ...(advanced ?? []), ...(other ? [other] : [])].flatMap((it) =>
      it.node ? [{ key: row.key, source: it, place: placeOf(it.node.id, it) }] : [],
    )
  })
}

/** The row of a place that was opened, as long as it is listed. */
export function rowOfPlace(rows: readonly Row[], place: Place | undefined): string | undefined {
  if (!place) return undefined
  return placesOf(rows).find((it) => isSamePlace(it.place, place))?.key
}
