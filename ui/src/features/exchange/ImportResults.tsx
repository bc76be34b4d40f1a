/** The result of each imported file. */

import { ErrorMessage } from '../../cards'
import type { ImportReport, ImportResult } from '../../state'
import { useTranslation } from '../../text'
import styles from './exchange.module.css'
import { ImportWarnings } from './ImportWarnings'

const COUNTED = ['nodes', 'links', 'assets'] as const

interface ImportResultsProps {
  results: readonly ImportResult[]
  /** Whether the file took the place of the story. */
  replaced: boolean
}

export function ImportResults({ results, replaced }: ImportResultsProps) {
  const { t } = useTranslation()
  const summary = (report: ImportReport) => {
    const counted = COUNTED.filter((it) => report[it] > 0)
    const parts = counted.map((it) => t(`exchange-brought-${it}`, { count: report[it] }))
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
