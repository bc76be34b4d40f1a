/** The history of the story beside the map: states with a name, and every step with its way back. */

import { useTranslation } from 'react-i18next'
import { useDock } from '../../actions'
import { Fault } from '../../cards'
import { Button, Empty, Panel } from '../../kit'
import { useChanges } from './changes'
import { DeedLine } from './DeedLine'
import styles from './history.module.css'
import { States } from './States'

export function HistoryPanel() {
  const { t } = useTranslation('history')
  const { deeds, more, fault, readMore } = useChanges()
  const close = () => useDock.getState().show(undefined)
  return (
    <Panel title={t('title')} onClose={{ label: t('close'), close }}>
      <States />
      <section className={styles.section} aria-label={t('steps')}>
        <h3 className={styles.heading}>{t('steps')}</h3>
        <Fault report={fault} />
        {deeds === undefined && !fault && <p className={styles.quiet}>{t('reading')}</p>}
        {deeds?.length === 0 && <Empty title={t('none')}>{t('noneHint')}</Empty>}
        {deeds && deeds.length > 0 && (
          <ol className={styles.list}>
            {deeds.map((it) => (
              <DeedLine key={it.changes.at(-1)?.number} deed={it} />
            ))}
          </ol>
        )}
        {more && (
          <Button look="plain" className={styles.more} onClick={readMore}>
            {t('more')}
          </Button>
        )}
      </section>
    </Panel>
  )
}
