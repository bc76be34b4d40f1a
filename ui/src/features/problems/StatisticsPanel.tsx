/** How long the story is and how it is read; a reading listed here can be played. */

import { Play, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesk, useDock } from '../../actions'
import { type NodeName, useNumber, useSelection, useSession } from '../../document'
import { Empty, IconButton, Panel } from '../../kit'
import styles from './problems.module.css'

interface Way {
  words: number
  pages: number
  steps: string[]
  path: NodeName[]
}

interface Statistics {
  nodes: number
  links: number
  words: number
  characters: number
  reading_seconds: number
  longest_nodes: { node: NodeName; words: number }[]
  branches: { edge: string; label: string; to: NodeName; pages: number; words: number }[]
  shortest: Way | null
  longest: { words: number; exact: boolean }
  endings: { node: NodeName; marked: boolean; way?: Way }[]
  ending_count: number
  complete: boolean
}

export function StatisticsPanel() {
  const { t } = useTranslation('problems')
  const { figures, fault } = useFigures()
  const close = (
    <IconButton
      label={t('close')}
      icon={<X size={15} />}
      onClick={() => useDock.getState().show(undefined)}
    />
  )
  return (
    <Panel title={t('figures.title')} tools={close}>
      {figures ? <Figures figures={figures} /> : <Empty title={fault ?? t('checking')} />}
    </Panel>
  )
}

function useFigures() {
  const session = useSession()
  const number = useNumber()
  const [figures, setFigures] = useState<Statistics>()
  const [fault, setFault] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the story is measured anew
  useEffect(() => {
    let left = false
    const timer = setTimeout(() => {
      session.data<Statistics>('story_statistics', { limit: 30 }).then(
        (it) => !left && setFigures(it),
        (why: unknown) => !left && setFault(why instanceof Error ? why.message : String(why)),
      )
    }, 350)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [session, number])
  return { figures, fault }
}

function Figures({ figures }: { figures: Statistics }) {
  const { t } = useTranslation('problems')
  const minutes = Math.max(1, Math.round(figures.reading_seconds / 60))
  return (
    <div className={styles.figures}>
      <dl className={styles.totals}>
        <Figure name={t('figures.words')} value={figures.words.toLocaleString()} />
        <Figure name={t('figures.reading')} value={t('figures.minutes', { count: minutes })} />
        <Figure name={t('figures.nodes')} value={figures.nodes.toLocaleString()} />
        <Figure name={t('figures.endings')} value={figures.ending_count.toLocaleString()} />
        <Figure
          name={t('figures.shortest')}
          value={figures.shortest ? t('figures.wordCount', { count: figures.shortest.words }) : '–'}
        />
        <Figure
          name={figures.longest.exact ? t('figures.longest') : t('figures.longestAtMost')}
          value={t('figures.wordCount', { count: figures.longest.words })}
        />
      </dl>
      <h3 className={styles.heading}>{t('figures.endingList')}</h3>
      {figures.endings.length === 0 && <p className={styles.more}>{t('figures.noEndings')}</p>}
      <ul className={styles.list}>
        {figures.endings.map((it) => (
          <li key={it.node.id} className={styles.row}>
            <NodeLink node={it.node} />
            <span className={styles.small}>
              {it.way
                ? t('figures.way', { pages: it.way.pages, words: it.way.words })
                : t(figures.complete ? 'figures.noWay' : 'figures.noWayFound')}
            </span>
            {it.way && <PlayWay way={it.way} title={it.node.title} />}
            {it.way && (
              <p className={styles.path}>{it.way.path.map((node) => node.title).join(' → ')}</p>
            )}
          </li>
        ))}
      </ul>
      {figures.branches.length > 0 && <h3 className={styles.heading}>{t('figures.branches')}</h3>}
      <ul className={styles.list}>
        {figures.branches.map((it) => (
          <li key={it.edge} className={styles.row}>
            <NodeLink node={it.to} words={it.label || it.to.title} />
            <span className={styles.small}>
              {t('figures.way', { pages: it.pages, words: it.words })}
            </span>
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t('figures.longestNodes')}</h3>
      <ul className={styles.list}>
        {figures.longest_nodes.map((it) => (
          <li key={it.node.id} className={styles.row}>
            <NodeLink node={it.node} />
            <span className={styles.small}>{t('figures.wordCount', { count: it.words })}</span>
            <span
              className={styles.bar}
              style={{ width: `${(100 * it.words) / (figures.longest_nodes[0]?.words || 1)}%` }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function NodeLink({ node, words }: { node: NodeName; words?: string }) {
  return (
    <button
      type="button"
      className={styles.link}
      onClick={() => {
        useSelection.getState().select([node.id])
        useDesk.getState().map?.reveal([node.id])
      }}
    >
      {words ?? node.title}
    </button>
  )
}

function PlayWay({ way, title }: { way: Way; title: string }) {
  const { t } = useTranslation('problems')
  return (
    <IconButton
      label={t('figures.play', { title })}
      icon={<Play size={13} />}
      onClick={() => useDock.getState().playFrom(undefined, way.steps)}
    />
  )
}
