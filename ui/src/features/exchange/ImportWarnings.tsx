/** Import warnings with their positions, in the window's language. */

import type { ImportWarning } from '../../state'
import { useTranslation } from '../../text'
import { placeText } from '../../text/errorText'
import styles from './exchange.module.css'

interface ImportWarningsProps {
  notices: readonly ImportWarning[]
  /** How many more there are than are listed. */
  more: number
}

export function ImportWarnings({ notices, more }: ImportWarningsProps) {
  const { t } = useTranslation()
  const warningText = useWarningText()
  return (
    <section className={styles.notices} aria-label={t('exchange-warnings')}>
      <h3>{t('exchange-warnings')}</h3>
      <ul>
        {notices.map((it, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice of one line
          <li key={index}>{warningText(it)}</li>
        ))}
        {more > 0 && <li>{t('exchange-more-warnings', { count: more })}</li>}
      </ul>
    </section>
  )
}

/** A warning with its position, in the window's language. */
export function useWarningText(): (warning: ImportWarning) => string {
  const { t } = useTranslation()
  return (warning) => {
    const { what, parts, message } = warning
    const place = placeText(t, warning)
    if (!t.exists(`warnings-${what}`)) return place + message
    const { capability } = parts
    const named = capability
      ? { capability: t.or(`inspector-capabilities-${capability}`, `${capability}`) }
      : {}
    return place + t.or(`warnings-${what}`, message, { ...parts, ...named })
  }
}
