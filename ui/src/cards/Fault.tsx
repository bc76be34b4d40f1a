/** What went wrong, beside where it went wrong, with what to do about it. */

import type { ErrorReport } from '../bridge'
import styles from './Fault.module.css'

export function Fault({ report }: { report: ErrorReport | undefined }) {
  if (!report) return null
  return (
    <p role="alert" className={styles.fault}>
      {report.message}
      {report.hint && <span className={styles.hint}>{report.hint}</span>}
    </p>
  )
}
