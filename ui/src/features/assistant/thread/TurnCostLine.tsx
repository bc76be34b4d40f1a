/** The cost of a turn: tokens, paid pictures, and money as far as prices are known. */

import { useTranslation } from '../../../text'
import type { Turn } from '../state/reduce'
import styles from './Turn.module.css'

export function TurnCostLine({ turn: { usage, painted = 0, cost, uncounted } }: { turn: Turn }) {
  const { t, language } = useTranslation()
  if (!usage && painted === 0 && cost === undefined) return null
  const count = new Intl.NumberFormat(language, { notation: 'compact' })
  // Prices are small: what is not nothing is never shown as nothing.
  const money = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
  const parts = [
    usage &&
      t(usage.cached > 0 ? 'assistant-usage-cached' : 'assistant-usage-plain', {
        input: count.format(usage.input),
        output: count.format(usage.output),
        cached: count.format(usage.cached),
      }),
    painted > 0 && t('assistant-usage-pictures', { count: painted }),
    typeof cost === 'number' && t('assistant-usage-cost', { cost: money.format(cost) }),
    cost === null && t('assistant-usage-no-price'),
    typeof cost === 'number' && uncounted && t('assistant-usage-partly'),
  ].filter(Boolean)
  const full = [
    usage && t('assistant-usage-full', { ...usage }),
    typeof cost === 'number' && t('assistant-usage-cost-full'),
    cost === null && t('assistant-usage-no-price-full'),
    typeof cost === 'number' && uncounted?.tokens && t('assistant-usage-no-tokens'),
    typeof cost === 'number' &&
      uncounted &&
      uncounted.pictures > 0 &&
      t('assistant-usage-no-pictures', { count: uncounted.pictures }),
  ].filter(Boolean)
  return (
    <span className={styles.spent} title={full.join('\n')}>
      {parts.join(' · ')}
    </span>
  )
}
