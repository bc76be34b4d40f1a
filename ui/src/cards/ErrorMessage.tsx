/** An error, shown where it occurred, with what to do about it. */

import type { ErrorReport } from '../bridge'
import { useErrorText } from '../text/errorText'
import styles from './ErrorMessage.module.css'

export function ErrorMessage({ report }: { report: ErrorReport | undefined }) {
  const wordsOf = useErrorText()
  if (!report) return null
  const { head, advice, words, hint, foreign } = wordsOf(report)
  return (
    <div role="alert" className={styles.fault}>
      {head && <strong className={styles.head}>{head}</strong>}
      {advice && <span className={styles.hint}>{advice}</span>}
      <p className={foreign ? styles.detail : styles.message} {...(foreign ? { lang: 'en' } : {})}>
        {words}
        {hint && <span className={styles.hint}>{hint}</span>}
      </p>
    </div>
  )
}
