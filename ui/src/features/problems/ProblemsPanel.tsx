/**
 * Findings at passages, and the check's findings, worst first. Arrow keys navigate; only visible
 * rows are rendered.
 */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ErrorReport } from '../../bridge'
import { useReading } from '../../cards'
import { Empty, Panel } from '../../kit'
import { useTranslation } from '../../text'
import { useErrorText } from '../../text/errorText'
import { FindingRow } from './FindingRow'
import { PassageRow } from './passages/PassageRow'
import styles from './problems.module.css'
import { useReport } from './report'
import { isSelectable, nearestSelectable, type Row, rowsOf, selectableAfterKey } from './rows'

/** About how high a finding is before it was measured, in pixels. */
const GUESS = 110
/** How many of what was noticed at passages are listed. */
const MOST_NOTICED = 500

function CheckFailed({ fault }: { fault: ErrorReport | undefined }) {
  const { t } = useTranslation()
  const wordsOf = useErrorText()
  if (!fault) return <Empty title={t('problems-checking')} />
  return <Empty title={t('problems-failed')}>{wordsOf(fault).words}</Empty>
}

export function ProblemsPanel() {
  const { t } = useTranslation()
  const { report, fault } = useReport()
  const noticed = useReading('list_findings', { limit: MOST_NOTICED })
  const passages = noticed.data?.findings
  const rows = useMemo(() => rowsOf(report, passages ?? []), [report, passages])
  return (
    <Panel title={t('problems-title')}>
      {rows.length > 0 ? (
        <Findings rows={rows} reread={() => void noticed.reread()} />
      ) : !report ? (
        <CheckFailed fault={fault} />
      ) : (
        <Empty title={t('problems-none')}>{t('problems-none-hint')}</Empty>
      )}
    </Panel>
  )
}

interface FindingsProps {
  rows: readonly Row[]
  /** Reads again what was noticed at passages. */
  reread: () => void
}

function Findings({ rows, reread }: FindingsProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const tabStop = useRef<HTMLButtonElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (isSelectable(rows[at]) ? GUESS : 34),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 6,
  })
  const active = useActive(rows)
  const hasKeys = useRef(false)
  // The finding that was fixed is gone; the keyboard continues with the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the findings are others
  useLayoutEffect(() => {
    if (hasKeys.current && document.activeElement === document.body) tabStop.current?.focus()
  }, [rows])

  const keys = (event: KeyboardEvent) => {
    const next = selectableAfterKey(event.key, rows, active.at)
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
              reread={reread}
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
  reread: () => void
}

function RowOf({ row, tabStop, onFocus, reread }: RowOfProps) {
  const { t } = useTranslation()
  if (!row) return null
  if ('more' in row) return <p className={styles.more}>{t('problems-more', { count: row.more })}</p>
  if ('passage' in row) {
    return (
      <PassageRow
        finding={row.passage}
        tabStop={tabStop ?? null}
        isTabStop={tabStop !== undefined}
        onFocus={onFocus}
        onChanged={reread}
      />
    )
  }
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
  const at = isSelectable(rows[near]) ? near : nearestSelectable(rows, near)
  return { at, set: (next: number) => setLast({ key: rows[next]?.key ?? '', at: next }) }
}
