/** The history of the story beside the map: snapshots, and every change by day, with undo. */

import { ErrorMessage } from '../../cards'
import { Button, Empty, Panel } from '../../kit'
import { useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { byDay, type HistoryEntry, ownName, useChanges } from './changes'
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
        {entries && entries.length > 0 && <Days entries={entries} />}
        {more && (
          <Button variant="plain" className={styles.more} onClick={readMore}>
            {t('history-more')}
          </Button>
        )}
      </section>
    </Panel>
  )
}

function Days({ entries }: { entries: readonly HistoryEntry[] }) {
  const { language } = useTranslation()
  const settings = useWorkspace((it) => it.windowContext?.settings?.author)
  const own = ownName(
    entries.flatMap((it) => it.changes),
    settings,
  )
  const date = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
  return byDay(entries).map(({ day, entries: of }) => (
    <section key={day} aria-label={date.format(new Date(day))}>
      <h4 className={styles.day}>{date.format(new Date(day))}</h4>
      <ol className={styles.list}>
        {of.map((it) => (
          <HistoryRow key={it.changes.at(-1)?.number} entry={it} own={own} />
        ))}
      </ol>
    </section>
  ))
}
