/** Findings at passages, and the check's findings, worst first. */

import { useMemo } from 'react'
import type { ErrorReport } from '../../bridge'
import { useReading } from '../../cards'
import { useSession } from '../../document'
import { Empty, Panel, RowList, type RowStop } from '../../kit'
import { openPlace, useOpenedPlace } from '../../state'
import { useTranslation } from '../../text'
import { useErrorText } from '../../text/errorText'
import { FindingRow } from './FindingRow'
import { PassageRow } from './passages/PassageRow'
import styles from './problems.module.css'
import { useReport } from './report'
import { placesOf, type Row, rowOfPlace, rowsOf } from './rows'

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
  const { mirror } = useSession()
  const { report, fault } = useReport()
  const noticed = useReading('list_findings', { limit: MOST_NOTICED })
  const passages = noticed.data?.findings
  const rows = useMemo(() => rowsOf(report, passages ?? []), [report, passages])
  const opened = useOpenedPlace('problems')
  const current = useMemo(() => rowOfPlace(rows, opened), [rows, opened])
  const open = (source: object) => {
    const places = placesOf(rows)
    const at = places.findIndex((it) => it.source === source)
    openPlace(
      'problems',
      places.map((it) => it.place),
      at,
    )
  }
  const props = { open, reread: () => void noticed.reread() }
  return (
    <Panel title={t('problems-title')}>
      {rows.length > 0 ? (
        <RowList
          label={t('problems-title')}
          current={current}
          name={`problems ${mirror.story.id}`}
          rows={rows}
          guess={GUESS}
        >
          {(row, stop) => (
            <RowOf row={row} stop={stop} isCurrent={row.key === current} {...props} />
          )}
        </RowList>
      ) : !report ? (
        <CheckFailed fault={fault} />
      ) : (
        <Empty title={t('problems-none')}>{t('problems-none-hint')}</Empty>
      )}
    </Panel>
  )
}

interface RowOfProps {
  row: Row
  stop: RowStop
  /** Whether one of its places was opened last. */
  isCurrent: boolean
  /** Opens the text that a finding, or one of its passages, is about. */
  open: (source: object) => void
  /** Reads again what was noticed at passages. */
  reread: () => void
}

function RowOf({ row, stop, isCurrent, open, reread }: RowOfProps) {
  const { t } = useTranslation()
  if ('more' in row) return <p className={styles.more}>{t('problems-more', { count: row.more })}</p>
  if ('passage' in row)
    return (
      <PassageRow
        finding={row.passage}
        stop={stop}
        isCurrent={isCurrent}
        onOpen={open}
        onChanged={reread}
      />
    )
  if ('finding' in row)
    return (
      <FindingRow
        finding={row.finding}
        stop={stop}
        isCurrent={isCurrent}
        onWrite={() => open(row.finding)}
      />
    )
  return (
    <h3 className={styles.heading}>
      {t(`problems-severities-${row.heading}`)} <span className={styles.count}>{row.count}</span>
    </h3>
  )
}
