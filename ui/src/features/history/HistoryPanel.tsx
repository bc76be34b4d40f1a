/** The history of the story beside the map: states with a name, and every step with its way back. */

import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../cards'
import { Button, Empty, Panel } from '../../kit'
import { useDock } from '../../state'
import { useChanges } from './changes'
import { HistoryRow } from './HistoryRow'
import styles from './history.module.css'
import { Snapshots } from './Snapshots'

export function HistoryPanel() {
  const { t } = useTranslation('history')
  const { entries, more, fault, readMore } = useChanges()
  const close = () => useDock.getState().show(undefined)
  return (
    <Panel title={t('title')} onClose={{ label: t('close'), close }}>
      <Snapshots />
      <section className={styles.section} aria-label={t('steps')}>
        <h3 className={styles.heading}>{t('steps')}</h3>
        <ErrorMessage report={fault} />
        {entries === undefined && !fault && <p className={styles.quiet}>{t('reading')}</p>}
        {entries?.length === 0 && <Empty title={t('none')}>{t('noneHint')}</Empty>}
        {entries && entries.length > 0 && (
          <ol className={styles.list}>
            {entries.map((it) => (
              <HistoryRow key={it.changes.at(-1)?.number} entry={it} />
            ))}
          </ol>
        )}
        {more && (
          <Button variant="plain" className={styles.more} onClick={readMore}>
            {t('more')}
          </Button>
        )}
      </section>
    </Panel>
  )
}
