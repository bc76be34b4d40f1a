/** The name of a part of a request, with its color and size. */

import { useTranslation } from '../../../text'
import styles from './Context.module.css'
import type { ContextPart } from './shownContext'

interface PartHeadProps {
  part: ContextPart
  tokens: number | undefined
  /** ContextChoice many there are, where it is many. */
  count?: number
}

export function PartHead({ part, tokens, count }: PartHeadProps) {
  const { t } = useTranslation()
  return (
    <h3 className={styles.partHead}>
      <span className={styles.dot} data-part={part} />
      {t(`assistant-context-part-${part}`)}
      {count !== undefined && count > 1 && <span className={styles.number}>{count}</span>}
      <span className={styles.tokens}>
        {tokens !== undefined && t('assistant-context-tokens', { count: tokens })}
      </span>
    </h3>
  )
}
