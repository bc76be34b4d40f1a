/** The statistics of the story; a listed path can be played or shown on the map. */

import { useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useReading, useToolCall, WordGoal } from '../../cards'
import { useSession } from '../../document'
import { Empty, Panel } from '../../kit'
import { useTranslation } from '../../text'
import { WritingDays } from './days/WritingDays'
import { Figure } from './Figure'
import { NodesByWordCount } from './NodesByWordCount'
import { NodeLink, PathRow } from './PathRow'
import { Playtest } from './Playtest'
import styles from './problems.module.css'

type Statistics = ToolOutput<'story_statistics'>

/** How many endings and branches are listed. */
const LISTED = 30

export function StatisticsPanel() {
  const { t } = useTranslation()
  const { data: figures, fault } = useReading('story_statistics', { limit: LISTED })
  return (
    <Panel title={t('problems-figures-title')}>
      {figures ? (
        <Figures figures={figures} />
      ) : fault ? (
        <ErrorMessage report={fault} />
      ) : (
        <Empty title={t('problems-figures-measuring')} />
      )}
    </Panel>
  )
}

function Figures({ figures }: { figures: Statistics }) {
  const { t } = useTranslation()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { shortest, longest, endings, branches } = figures
  const longer = figures.ending_count - endings.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too
    <div ref={setScroller} className={styles.scroller} tabIndex={0}>
      <Totals figures={figures} />
      <WritingDays />
      {(shortest || longest.way) && (
        <section className={styles.section}>
          <h3 className={styles.heading}>{t('problems-figures-readings')}</h3>
          <ul className={styles.list}>
            {shortest && <PathRow name={t('problems-figures-shortest')} way={shortest} />}
            {longest.way && (
              <PathRow
                name={t(
                  longest.exact ? 'problems-figures-longest' : 'problems-figures-longest-known',
                )}
                way={longest.way}
              />
            )}
          </ul>
          {figures.script && (
            <p className={styles.more}>
              {t('problems-figures-script', { language: figures.script })}
            </p>
          )}
          {!longest.exact && (
            <p className={styles.more}>{t('problems-figures-at-most', { count: longest.words })}</p>
          )}
        </section>
      )}
      <section className={styles.section}>
        <h3 className={styles.heading}>{t('problems-figures-ending-list')}</h3>
        {endings.length === 0 && <p className={styles.more}>{t('problems-figures-no-endings')}</p>}
        <ul className={styles.list}>
          {endings.map((it) => (
            <PathRow
              key={it.node.id}
              name={it.node.title}
              node={it.node}
              way={it.way}
              without={t(
                figures.complete ? 'problems-figures-no-way' : 'problems-figures-no-way-found',
              )}
            />
          ))}
        </ul>
        {longer > 0 && (
          <p className={styles.more}>{t('problems-figures-more-endings', { count: longer })}</p>
        )}
      </section>
      <Playtest />
      {branches.length > 0 && (
        <section className={styles.section}>
          <h3 className={styles.heading}>{t('problems-figures-branches')}</h3>
          <ul className={styles.list}>
            {branches.map((it) => (
              <li key={it.edge} className={styles.row}>
                <NodeLink node={it.to} words={it.label || it.to.title} />
                <span className={styles.small}>
                  {t('problems-figures-way', { pages: it.pages, words: it.words })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <NodesByWordCount scroller={scroller} beside={figures.beside} />
    </div>
  )
}

function Totals({ figures }: { figures: Statistics }) {
  const { t, language } = useTranslation()
  const { mirror } = useSession()
  const { call, fault } = useToolCall()
  const minutes = Math.round(figures.reading_seconds / 60)
  const shown = (count: number) => count.toLocaleString(language)
  const readingTime = (minutes: number) => {
    if (minutes < 1) return t('problems-figures-under-minute')
    if (minutes < 60) return t('problems-figures-minutes', { count: minutes })
    return t('problems-figures-hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
  // To the program a group is a node too; to a writer it is not a card.
  const groups = [...mirror.nodes.values()].filter((it) => it.kind === 'group').length
  return (
    <dl className={styles.totals}>
      <Figure
        name={t('problems-figures-words')}
        value={
          <WordGoal
            isPlain
            words={figures.words}
            goal={mirror.story.word_goal}
            label={t('manuscript-goal')}
            onGoal={(words) => void call('set_word_goal', { words })}
          />
        }
      />
      <Figure name={t('problems-figures-reading')} value={readingTime(minutes)} />
      <Figure name={t('problems-figures-nodes')} value={shown(figures.nodes - groups)} />
      <Figure name={t('problems-figures-links')} value={shown(figures.links)} />
      <Figure name={t('problems-figures-endings')} value={shown(figures.ending_count)} />
      <Figure name={t('problems-figures-characters')} value={shown(figures.characters)} />
      <ErrorMessage report={fault} />
    </dl>
  )
}
