/** The length of a text, in words or characters depending on its script. */

import { useTranslation } from '../../../text'
import styles from './alternatives.module.css'
import type { TextShown } from './useAlternative'

export function Length({ shown }: { shown: TextShown }) {
  const { t } = useTranslation()
  return (
    <span className={styles.length}>
      {t('cards-text-words', { count: shown.length?.words ?? 0 })}
    </span>
  )
}
