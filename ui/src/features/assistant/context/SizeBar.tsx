/** How much of the context window a request fills: its parts side by side, and the free space. */

import type { Sizes } from '../../../bridge'
import { useTranslation } from '../../../text'
import styles from './Context.module.css'
import { CONTEXT_PARTS } from './shownContext'

interface SizeBarProps {
  sizes: Sizes
  /** The bar alone, where there is no room for names. */
  small?: boolean
}

export function SizeBar({ sizes, small = false }: SizeBarProps) {
  const { t, language } = useTranslation()
  const count = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  const used = CONTEXT_PARTS.reduce((sum, it) => sum + sizes[it], 0)
  const whole = Math.max(sizes.limit, used + sizes.free, 1)
  const listed = CONTEXT_PARTS.filter((it) => sizes[it] > 0)
  const label = t('assistant-context-filled', {
    used: count.format(used),
    limit: count.format(whole),
  })
  return (
    <div className={styles.sizes}>
      <div className={styles.bar} data-small={small} role="img" aria-label={label}>
        {listed.map((it) => (
          <span
            key={it}
            className={styles.part}
            data-part={it}
            style={{ flexGrow: sizes[it] / whole }}
          />
        ))}
        <span style={{ flexGrow: Math.max(0, 1 - used / whole) }} />
      </div>
      {!small && (
        <dl className={styles.legend}>
          {[...listed, 'free' as const].map((it) => (
            <div key={it}>
              <dt>
                <span className={styles.dot} data-part={it} />
                {t(`assistant-context-part-${it}`)}
              </dt>
              <dd>{count.format(sizes[it])}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
