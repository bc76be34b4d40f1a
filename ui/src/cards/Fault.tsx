/** What went wrong, beside where it went wrong, with what to do about it. */

import { useTranslation } from 'react-i18next'
import type { ErrorReport } from '../bridge'
import styles from './Fault.module.css'

export function Fault({ report }: { report: ErrorReport | undefined }) {
  const { t, i18n } = useTranslation('faults')
  if (!report) return null
  const said = `faults:${report.code}.title`
  // Where the window speaks another language than the program, the program's words are the detail.
  const foreign = i18n.exists(said)
  return (
    <div role="alert" className={styles.fault}>
      {foreign && (
        <>
          <strong className={styles.head}>{t(`${report.code}.title`)}</strong>
          <span className={styles.hint}>{t(`${report.code}.hint`)}</span>
        </>
      )}
      <p className={foreign ? styles.detail : styles.message} {...(foreign ? { lang: 'en' } : {})}>
        {report.message}
        {report.hint && <span className={styles.hint}>{report.hint}</span>}
      </p>
    </div>
  )
}
