/** The result of each imported file. */

import { ErrorMessage } from '../../cards'
import type { ImportReport, ImportResult } from '../../state'
import { useTranslation } from '../../text'
import styles from './exchange.module.css'
import { ImportWarnings } from './ImportWarnings'

/** What a file brought, each of which is counted on its own; `nodes` are the cards and the groups. */
const COUNTED = ['nodes', 'groups', 'links', 'assets'] as const

interface ImportResultsProps {
  results: readonly ImportResult[]
  /** Whether the file took the place of the story. */
  replaced: boolean
}

export function ImportResults({ results, replaced }: ImportResultsProps) {
  const { t } = useTranslation()
  const summary = (report: ImportReport) => {
    const { groups = 0 } = report
    const counts = { ...report, groups, nodes: report.nodes - groups }
    const counted = COUNTED.filter((it) => counts[it] > 0)
    const parts = counted.map((it) => t(`exchange-brought-${it}`, { count: counts[it] }))
    return parts.join(t('exchange-comma')) || t('exchange-brought-nothing')
  }
  return (
    <div className={styles.body} role="status">
      {results.map(({ name, report, fault }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <section key={index} className={styles.brought} aria-label={name}>
          {results.length > 1 && <h3>{name}</h3>}
          {report && (
            <p className={styles.good}>
              {t(replaced ? 'exchange-replaced' : 'exchange-imported', { what: summary(report) })}
            </p>
          )}
          <ErrorMessage report={fault} />
          {report && report.warnings.length > 0 && (
            <ImportWarnings notices={report.warnings} more={report.more_warnings ?? 0} />
          )}
        </section>
      ))}
    </div>
  )
}
