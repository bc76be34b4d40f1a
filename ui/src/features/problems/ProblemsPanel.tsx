/** The findings, worst first. Arrow keys go from one to the next; only those in sight are drawn. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ErrorReport } from '../../bridge'
import { Empty, Panel } from '../../kit'
import { useTranslation } from '../../text'
import { useErrorText } from '../../text/errorText'
import { FindingRow } from './FindingRow'
import styles from './problems.module.css'
import { type Finding, type Report, type Severity, useReport } from './report'

const SEVERITIES: Severity[] = ['error', 'warning', 'note', 'hint']

/** About how high a finding is before it was measured, in pixels. */
const GUESS = 110

function CheckFailed({ fault }: { fault: ErrorReport | undefined }) {
  const { t } = useTranslation()
  const wordsOf = useErrorText()
  if (!fault) return <Empty title={t('problems-checking')} />
  return <Empty title={t('problems-failed')}>{wordsOf(fault).words}</Empty>
}

export function ProblemsPanel() {
  const { t } = useTranslation()
  const { report, fault } = useReport()
  return (
    <Panel title={t('problems-title')}>
      {!report ? (
        <CheckFailed fault={fault} />
      ) : report.count === 0 ? (
        <Empty title={t('problems-none')}>{t('problems-none-hint')}</Empty>
      ) : (
        <Findings report={report} />
      )}
    </Panel>
  )
}

/** A heading, a finding, or what is said below them. */
type Row =
  | { key: string; heading: Severity; count: number }
  | { key: string; finding: Finding }
  | { key: string; more: number }

function rowsOf({ findings, count, ...counts }: Report): Row[] {
  const all = {
    error: counts.errors,
    warning: counts.warnings,
    note: counts.notes,
    hint: counts.hints,
  }
  const rows = SEVERITIES.flatMap((severity): Row[] => {
    const these = findings.filter((it) => it.severity === severity)
    if (these.length === 0) return []
    const heading = { key: severity, heading: severity, count: all[severity] }
    return [heading, ...these.map((finding) => ({ key: keyOf(finding), finding }))]
  })
  const more = count - findings.length
  return more > 0 ? [...rows, { key: 'more', more }] : rows
}

function keyOf({ kind, edge, message, nodes }: Finding): string {
  return `${kind}/${edge ?? ''}/${message}/${nodes[0]?.id}`
}

function Findings({ report }: { report: Report }) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const tabStop = useRef<HTMLButtonElement>(null)
  const rows = useMemo(() => rowsOf(report), [report])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (rows[at] && 'finding' in rows[at] ? GUESS : 34),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 6,
  })
  const active = useActive(rows)
  const hasKeys = useRef(false)
  // The finding that was mended is gone; the keyboard goes on with the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the findings are others
  useLayoutEffect(() => {
    if (hasKeys.current && document.activeElement === document.body) tabStop.current?.focus()
  }, [rows])

  const keys = (event: KeyboardEvent) => {
    const next = stepFor(event.key, rows, active.at)
    if (next === undefined) return
    event.preventDefault()
    active.set(next)
    virtual.scrollToIndex(next)
    // It may be drawn only now.
    requestAnimationFrame(() => tabStop.current?.focus())
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a second way to the buttons within
    <div
      ref={scroller}
      className={styles.scroller}
      onKeyDown={keys}
      onFocus={() => {
        hasKeys.current = true
      }}
      onBlur={(event) => {
        // A button that goes with its finding blurs to nowhere.
        if (event.relatedTarget)
          hasKeys.current = scroller.current?.contains(event.relatedTarget) ?? false
      }}
    >
      <ul
        className={styles.sheet}
        style={{ height: virtual.getTotalSize() }}
        aria-label={t('problems-title')}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={styles.placed}
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            <RowOf
              row={rows[index]}
              tabStop={index === active.at ? tabStop : undefined}
              onFocus={() => active.set(index)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowOfProps {
  row: Row | undefined
  tabStop: React.RefObject<HTMLButtonElement | null> | undefined
  onFocus: () => void
}

function RowOf({ row, tabStop, onFocus }: RowOfProps) {
  const { t } = useTranslation()
  if (!row) return null
  if ('more' in row) return <p className={styles.more}>{t('problems-more', { count: row.more })}</p>
  if ('finding' in row) {
    return (
      <FindingRow
        finding={row.finding}
        tabStop={tabStop ?? null}
        isTabStop={tabStop !== undefined}
        onFocus={onFocus}
      />
    )
  }
  return (
    <h3 className={styles.heading}>
      {t(`problems-severities-${row.heading}`)} <span className={styles.count}>{row.count}</span>
    </h3>
  )
}

/** Where the keyboard comes to: the finding it was at last, or the one that took its place. */
function useActive(rows: readonly Row[]) {
  const [last, setLast] = useState({ key: '', at: 0 })
  const same = rows.findIndex((it) => it.key === last.key)
  const near = same >= 0 ? same : Math.min(last.at, rows.length - 1)
  const at = isFinding(rows[near]) ? near : nearest(rows, near)
  return { at, set: (next: number) => setLast({ key: rows[next]?.key ?? '', at: next }) }
}

const isFinding = (row: Row | undefined) => row !== undefined && 'finding' in row

function nearest(rows: readonly Row[], near: number): number {
  const after = rows.findIndex((it, at) => at > near && isFinding(it))
  return after >= 0 ? after : rows.findLastIndex((it, at) => at < near && isFinding(it))
}

/** The finding that a key goes to. */
function stepFor(key: string, rows: readonly Row[], at: number): number | undefined {
  const places = rows.flatMap((it, index) => (isFinding(it) ? [index] : []))
  const here = places.indexOf(at)
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: places.length - 1 }[key]
  return to === undefined ? undefined : places[to]
}
