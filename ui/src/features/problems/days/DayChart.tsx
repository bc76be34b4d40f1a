/** A bar for each day or week: the words of people, and above them those of the assistant. */

import { useTranslation } from '../../../text'
import { type Bar, highest } from './bars'
import styles from './days.module.css'

interface DayChartProps {
  bars: readonly Bar[]
  isWeekly: boolean
  /** The goal of a day; 0 for none. */
  goal: number
}

export function DayChart({ bars, isWeekly, goal }: DayChartProps) {
  const { t, language } = useTranslation()
  const top = highest(bars, goal)
  const height = (words: number) => `${(100 * Math.max(0, words)) / top}%`
  const date = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const day = (bar: Bar) => date.format(new Date(bar.date))
  const said = (bar: Bar) => {
    const name = isWeekly ? t('problems-days-week', { date: day(bar) }) : day(bar)
    const people = t('problems-days-bar', { date: name, count: bar.written })
    if (bar.assistant === 0) return people
    return t('problems-days-with-assistant', { day: people, count: bar.assistant })
  }
  return (
    <div className={styles.chart}>
      <div className={styles.plot}>
        <ol className={styles.bars} aria-label={t('problems-days-title')}>
          {bars.map((it) => (
            <li key={it.date} className={styles.day} title={said(it)}>
              <span role="img" className={styles.bar} aria-label={said(it)}>
                <span className={styles.assistant} style={{ height: height(it.assistant) }} />
                <span className={styles.written} style={{ height: height(it.written) }} />
              </span>
            </li>
          ))}
        </ol>
        {goal > 0 && <span aria-hidden className={styles.goal} style={{ bottom: height(goal) }} />}
      </div>
      <p aria-hidden className={styles.scale}>
        {bars.slice(0, 1).map((it) => (
          <span key={it.date}>{day(it)}</span>
        ))}
        <span>{t('problems-days-today')}</span>
      </p>
    </div>
  )
}
