/** The name of a part of a request, with its color and size. */

import { useTranslation } from 'react-i18next'
import styles from './Context.module.css'
import type { ContextPart } from './shownContext'

interface PartHeadProps {
  part: ContextPart
  tokens: number | undefined
  /** ContextChoice many there are, where it is many. */
  count?: number
}

export function PartHead({ part, tokens, count }: PartHeadProps) {
  const { t } = useTranslation('assistant')
  return (
    <h3 className={styles.partHead}>
      <span className={styles.dot} data-part={part} />
      {t(`context.part.${part}`)}
      {count !== undefined && count > 1 && <span className={styles.number}>{count}</span>}
      <span className={styles.tokens}>
        {tokens !== undefined && t('context.tokens', { count: tokens })}
      </span>
    </h3>
  )
}
