/** What a turn took: tokens, pictures that were paid for, and money as far as prices are known. */

import { useTranslation } from 'react-i18next'
import type { Turn } from '../state/reduce'
import styles from './Turn.module.css'

export function TurnCostLine({ turn: { usage, painted = 0, cost, uncounted } }: { turn: Turn }) {
  const { t, i18n } = useTranslation('assistant')
  if (!usage && painted === 0 && cost === undefined) return null
  const count = new Intl.NumberFormat(i18n.language, { notation: 'compact' })
  // Prices are small: what is not nothing is never shown as nothing.
  const money = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 3 })
  const parts = [
    usage &&
      t(usage.cached > 0 ? 'usage.cached' : 'usage.plain', {
        input: count.format(usage.input),
        output: count.format(usage.output),
        cached: count.format(usage.cached),
      }),
    painted > 0 && t('usage.pictures', { count: painted }),
    typeof cost === 'number' && t('usage.cost', { cost: money.format(cost) }),
    cost === null && t('usage.noPrice'),
    typeof cost === 'number' && uncounted && t('usage.partly'),
  ].filter(Boolean)
  const full = [
    usage && t('usage.full', { ...usage }),
    typeof cost === 'number' && t('usage.costFull'),
    cost === null && t('usage.noPriceFull'),
    typeof cost === 'number' && uncounted?.tokens && t('usage.noTokens'),
    typeof cost === 'number' &&
      uncounted &&
      uncounted.pictures > 0 &&
      t('usage.noPictures', { count: uncounted.pictures }),
  ].filter(Boolean)
  return (
    <span className={styles.spent} title={full.join('\n')}>
      {parts.join(' · ')}
    </span>
  )
}
