/** The history of the story beside the map: states with a name, and every step with its way back. */

import { ErrorMessage } from '../../cards'
import { Button, Empty, Panel } from '../../kit'
import { useTranslation } from '../../text'
import { useChanges } from './changes'
import { HistoryRow } from './HistoryRow'
import styles from './history.module.css'
import { Snapshots } from './Snapshots'

export function HistoryPanel() {
  const { t } = useTranslation()
  const { entries, more, fault, readMore } = useChanges()
  return (
    <Panel title={t('history-title')}>
      <Snapshots />
      <section className={styles.section} aria-label={t('history-steps')}>
        <h3 className={styles.heading}>{t('history-steps')}</h3>
        <ErrorMessage report={fault} />
        {entries === undefined && !fault && <p className={styles.quiet}>{t('history-reading')}</p>}
        {entries?.length === 0 && <Empty title={t('history-none')}>{t('history-none-hint')}</Empty>}
        {entries && entries.length > 0 && (
          <ol className={styles.list}>
            {entries.map((it) => (
              <HistoryRow key={it.changes.at(-1)?.number} entry={it} />
            ))}
          </ol>
        )}
        {more && (
          <Button variant="plain" className={styles.more} onClick={readMore}>
            {t('history-more')}
          </Button>
        )}
      </section>
    </Panel>
  )
}
