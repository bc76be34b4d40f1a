/**
 * The rows of the list of problems: first what the badge counts, then findings at passages, comments,
 * the check's other findings, waived ones last. Pure.
 */

import type { ToolOutput } from '../../bridge'
import type { Finding, Report, Severity } from './report'

/** What somebody noticed at a passage, as `list_findings` tells it. */
export type PassageFinding = ToolOutput<'list_findings'>['findings'][number]

export type Heading = Severity | 'breaking' | 'continuity' | 'comments' | 'waived'

/** A heading, a finding, or what is said below them. */
export type Row =
  | { key: string; heading: Heading; count: number }
  | { key: string; finding: Finding }
  | { key: string; passage: PassageFinding }
  | { key: string; more: number }

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

function passageRows(heading: Heading, passages: readonly PassageFinding[]): Row[] {
  if (passages.length === 0) return []
  const rows = passages.map((passage) => ({ key: `passage/${passage.finding}`, passage }))
  return [{ key: heading, heading, count: passages.length }, ...rows]
}

/** What stops readers or keeps something from them: what the badge counts. */
export function breakingOf({ findings }: Report): Finding[] {
  return findings.filter((it) => it.breaks_reading)
}

function breakingRows(report: Report): Row[] {
  const breaking = breakingOf(report)
  if (breaking.length === 0) return []
  const heading: Row = { key: 'breaking', heading: 'breaking', count: breaking.length }
  return [heading, ...breaking.map((finding) => ({ key: keyOf(finding), finding }))]
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
    const heading = { key: severity, heading: severity, count: all[severity] - elsewhere }
    return [heading, ...these.map((finding) => ({ key: keyOf(finding), finding }))]
  })
  const more = count - findings.length
  return more > 0 ? [...rows, { key: 'more', more }] : rows
}

function keyOf({ kind, edge, message, nodes }: Finding): string {
  return `${kind}/${edge ?? ''}/${message}/${nodes[0]?.id}`
}

/** Whether the keyboard stops at a row. */
export function isSelectable(row: Row | undefined): boolean {
  return row !== undefined && ('finding' in row || 'passage' in row)
}

/** The row where the keyboard is when the one it was at has gone. */
export function nearestSelectable(rows: readonly Row[], near: number): number {
  const after = rows.findIndex((it, at) => at > near && isSelectable(it))
  return after >= 0 ? after : rows.findLastIndex((it, at) => at < near && isSelectable(it))
}

/** The row that a key goes to. */
export function selectableAfterKey(
  key: string,
  rows: readonly Row[],
  at: number,
): number | undefined {
  const places = rows.flatMap((it, index) => (isSelectable(it) ? [index] : []))
  const here = places.indexOf(at)
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: places.length - 1 }[key]
  return to === undefined ? undefined : places[to]
}
