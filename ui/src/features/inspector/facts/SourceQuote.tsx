/** The passage from which a value was taken; a click opens it in its text. */

import { openPassage } from '../../../state'
import { useTranslation } from '../../../text'
import type { Fact } from './FactList'
import styles from './facts.module.css'

export function SourceQuote({ source }: { source: NonNullable<Fact['source']> }) {
  const { t } = useTranslation()
  const { node, quote, stands } = source
  return (
    <button
      type="button"
      className={styles.source}
      aria-label={t('inspector-facts-open', { title: node.title, quote })}
      title={stands ? node.title : t('inspector-facts-stale')}
      onClick={() => openPassage(node.id, { quote })}
    >
      <q className={stands ? undefined : styles.stale}>{quote}</q>
    </button>
  )
}
