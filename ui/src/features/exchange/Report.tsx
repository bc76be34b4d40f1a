/** What came of each file that was imported. */

import { useTranslation } from 'react-i18next'
import type { Brought, Imported } from '../../actions'
import { Fault } from '../../cards'
import styles from './exchange.module.css'
import { Notices } from './Notices'

const BROUGHT = ['nodes', 'links', 'assets'] as const

interface ReportProps {
  brought: readonly Brought[]
  /** Whether the file took the place of the story. */
  replaced: boolean
}

export function Report({ brought, replaced }: ReportProps) {
  const { t } = useTranslation('exchange')
  const said = (report: Imported) => {
    const counted = BROUGHT.filter((it) => report[it] > 0)
    const parts = counted.map((it) => t(`brought.${it}`, { count: report[it] }))
    return parts.join(t('comma')) || t('brought.nothing')
  }
  return (
    <div className={styles.body} role="status">
      {brought.map(({ name, report, fault }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <section key={index} className={styles.brought} aria-label={name}>
          {brought.length > 1 && <h3>{name}</h3>}
          {report && (
            <p className={styles.good}>
              {t(replaced ? 'replaced' : 'imported', { what: said(report) })}
            </p>
          )}
          <Fault report={fault} />
          {report && report.warnings.length > 0 && (
            <Notices notices={report.warnings} more={report.more_warnings ?? 0} />
          )}
        </section>
      ))}
    </div>
  )
}
