/** How many words were written on each day, and what that comes to. */

import { useId, useState } from 'react'
import type { ToolOutput } from '../../../bridge'
import { ErrorMessage, useReading, useWriting } from '../../../cards'
import { Select } from '../../../kit'
import { useTranslation } from '../../../text'
import { Figure } from '../Figure'
import styles from '../problems.module.css'
import { barsOf } from './bars'
import { DayChart } from './DayChart'

type Progress = ToolOutput<'writing_progress'>

/** The times that can be looked at, in days. */
const PERIODS = [30, 90, 365] as const
/** A longer time is shown by weeks. */
const MOST_DAYS = 90

export function WritingDays() {
  const { t } = useTranslation()
  const title = useId()
  const [days, setDays] = useState<number>(PERIODS[0])
  const { data, fault } = useReading('writing_progress', { days })
  const choices = PERIODS.map((it) => ({
    value: String(it),
    label: it === 365 ? t('problems-days-year') : t('problems-days-last', { count: it }),
  }))
  return (
    <section className={styles.section} aria-labelledby={title}>
      <div className={styles.titled}>
        <h3 id={title} className={styles.heading}>
          {t('problems-days-title')}
        </h3>
        <Select
          aria-label={t('problems-days-period')}
          choices={choices}
          value={String(days)}
          onChoose={(it) => setDays(Number(it))}
        />
      </div>
      <ErrorMessage report={fault} />
      {data && <Written progress={data} isLong={days > MOST_DAYS} />}
    </section>
  )
}

function Written({ progress, isLong }: { progress: Progress; isLong: boolean }) {
  const { t, language } = useTranslation()
  const goal = useWriting((it) => it.goal)
  const { today, average, streak, goal_reached, uncounted } = progress
  const shown = (count: number) => count.toLocaleString(language)
  const of = (source: 'assistant' | 'imported') =>
    progress.days.reduce((sum, it) => sum + it[source], 0)
  const [assistant, imported] = [of('assistant'), of('imported')]
  const finished = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const bars = barsOf(progress, isLong ? 7 : 1)
  const isEmpty = bars.every((it) => it.written === 0 && it.assistant === 0)
  return (
    <>
      {isEmpty ? (
        <p className={styles.more}>{t('problems-days-none')}</p>
      ) : (
        <DayChart bars={bars} isWeekly={isLong} goal={isLong ? 0 : goal} />
      )}
      {!isEmpty && (
        <dl className={styles.totals}>
          <Figure
            name={t('problems-days-today')}
            value={goal > 0 ? `${shown(today)} / ${shown(goal)}` : shown(today)}
          />
          <Figure name={t('problems-days-average')} value={shown(average)} />
          <Figure name={t('problems-days-streak')} value={shown(streak)} />
          {goal_reached && (
            <Figure
              name={t('problems-days-goal')}
              value={finished.format(new Date(goal_reached))}
            />
          )}
        </dl>
      )}
      {assistant > 0 && (
        <p className={styles.more}>{t('problems-days-others', { count: assistant })}</p>
      )}
      {imported > 0 && (
        <p className={styles.more}>{t('problems-days-imported', { count: imported })}</p>
      )}
      {uncounted > 0 && (
        <p className={styles.more}>{t('problems-days-uncounted', { count: uncounted })}</p>
      )}
    </>
  )
}
