/** The cost of the strategy's background work after turns, and what of it is still waiting. */

import { useTranslation } from '../../../text'
import styles from './Context.module.css'
import type { Background } from './shownContext'

export function BackgroundWork({ work }: { work: Background }) {
  const { t, language } = useTranslation()
  const count = new Intl.NumberFormat(language, { notation: 'compact' })
  const { asked, input, cached, output, estimated, waiting } = work
  const tokens = { input: count.format(input), cached: count.format(cached) }
  const parts = [
    t('assistant-context-background-asked', { count: asked }),
    t(cached > 0 ? 'assistant-usage-cached' : 'assistant-usage-plain', {
      ...tokens,
      output: count.format(output),
    }),
    estimated && t('assistant-context-background-estimated'),
  ].filter(Boolean)
  return (
    <section className={styles.section}>
      <h3 className={styles.partHead}>{t('assistant-context-background-title')}</h3>
      <p className={styles.quiet}>{t('assistant-context-background-note')}</p>
      {asked > 0 && <p className={styles.work}>{parts.join(' · ')}</p>}
      {waiting && (
        <p className={styles.work}>{t('assistant-context-background-waiting', { why: waiting })}</p>
      )}
    </section>
  )
}
