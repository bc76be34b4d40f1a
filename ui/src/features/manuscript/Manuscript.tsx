/** The manuscript: several nodes read and edited as one text, or two of them side by side. */

import { Columns2, Replace, Rows2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { matchesKeys } from '../../actions'
import { DraftBanner, ErrorMessage, useToolCall, WordGoal } from '../../cards'
import { type Mirror, useRevision, useSelection, useSession } from '../../document'
import { Empty, IconButton, Segmented } from '../../kit'
import { findSelectedWords, focusPanel, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { ContinuousText } from './ContinuousText'
import styles from './Manuscript.module.css'
import { type ScrollAnchor, savedReadingPosition, saveReadingPosition } from './readingPosition'
import { SideBySide } from './SideBySide'
import { nodesOf, SOURCES, type Source } from './sources'

export function Manuscript() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const number = useRevision()
  const selected = useSelection((it) => it.nodes)
  // What was selected when the view opened or the source was chosen stays what is read: otherwise a
  // click into a passage, which selects it, would take the others away.
  const [begun] = useState(() => begin(mirror))
  const [asked, setAsked] = useState(begun.asked)
  const onScrollAnchor = useKept(asked, begun.spot)
  const [beside, setBeside] = useState<readonly string[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mirror is changed in place
  const nodes = useMemo(
    () => nodesOf(asked.source, mirror, asked.selected) ?? [],
    [asked, mirror, number],
  )
  const offered = SOURCES.filter(
    (it) => it === asked.source || nodesOf(it, mirror, selected) !== undefined,
  )
  const words = nodes.reduce((sum, id) => sum + (mirror.nodes.get(id)?.words ?? 0), 0)
  const pair = pairOf(nodes, selected)
  const { call, fault } = useToolCall()
  return (
    <section
      className={styles.view}
      aria-label={t('manuscript-title')}
      onKeyDownCapture={findEverywhere}
    >
      <header className={styles.head}>
        <Segmented<Source>
          label={t('manuscript-source')}
          value={asked.source}
          choices={offered.map((value) => ({ value, label: t(`manuscript-sources-${value}`) }))}
          onChange={(source) => setAsked({ source, selected })}
        />
        <span className={styles.count}>
          {t('manuscript-passages', { count: nodes.length })} ·{' '}
          {asked.source === 'story' ? (
            <WordGoal
              words={words}
              goal={mirror.story.word_goal}
              label={t('manuscript-goal')}
              onGoal={(goal) => void call('set_word_goal', { words: goal })}
            />
          ) : (
            t('manuscript-words', { count: words })
          )}
        </span>
        <ErrorMessage report={fault} />
        <IconButton
          label={t('manuscript-replace')}
          keys="Mod+Shift+H"
          icon={<Replace size={16} />}
          onClick={() => useWorkspace.getState().setDialog('replace')}
        />
        <IconButton
          label={t(beside ? 'manuscript-one-text' : 'manuscript-side-by-side')}
          pressed={beside !== undefined}
          disabled={!beside && pair === undefined}
          icon={beside ? <Rows2 size={16} /> : <Columns2 size={16} />}
          onClick={() => setBeside(beside ? undefined : pair)}
        />
      </header>
      <DraftBanner />
      {nodes.length === 0 ? (
        <Empty title={t('manuscript-none')}>{t('manuscript-none-hint')}</Empty>
      ) : beside ? (
        <SideBySide
          nodes={nodes}
          pair={beside}
          onChange={(at, node) => setBeside(beside.map((it, index) => (index === at ? node : it)))}
        />
      ) : (
        <ContinuousText
          key={asked.source}
          nodes={nodes}
          begin={asked === begun.asked ? begun.spot : undefined}
          onScrollAnchor={onScrollAnchor}
        />
      )}
    </section>
  )
}

/**
 * Each passage is an editor whose own search knows its text alone; what is read here is one text. An
 * editor that fills the window keeps its own.
 */
function findEverywhere(event: KeyboardEvent): void {
  if (!matchesKeys(event.nativeEvent, 'Mod+F')) return
  if (event.target instanceof Element && event.target.closest('[data-alone="true"]')) return
  event.preventDefault()
  event.stopPropagation()
  findSelectedWords()
  focusPanel('find')
}

interface Asked {
  source: Source
  selected: ReadonlySet<string>
}

/** What is read at first: where the text was left, unless something else is worked on by now. */
function begin(mirror: Mirror): { asked: Asked; spot: ScrollAnchor | undefined } {
  const { nodes: selected, focused } = useSelection.getState()
  const kept = savedReadingPosition(mirror)
  const isSame = kept !== undefined && kept.focused === (focused ?? null)
  const others = new Set(kept?.selected)
  if (isSame && (selected.size < 2 || [...selected].every((it) => others.has(it)))) {
    return { asked: { source: kept.source, selected: others }, spot: kept.spot }
  }
  return { asked: { source: selected.size > 1 ? 'selection' : 'story', selected }, spot: undefined }
}

/** Keeps what is read and where it stands, for coming back. */
function useKept(asked: Asked, begun: ScrollAnchor | undefined): (spot: ScrollAnchor) => void {
  const { mirror } = useSession()
  const spot = useRef(begun)
  const keep = useRef(() => {})
  keep.current = () => {
    const { focused = null } = useSelection.getState()
    const { source, selected } = asked
    saveReadingPosition(mirror.story.id, {
      source,
      selected: [...selected],
      focused,
      spot: spot.current,
    })
  }
  useEffect(() => {
    const leave = () => keep.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return (next) => {
    spot.current = next
    keep.current()
  }
}

/** The two nodes that are shown beside each other: the two selected, or the focused and the next. */
function pairOf(nodes: readonly string[], selected: ReadonlySet<string>) {
  const chosen = [...selected]
  if (chosen.length === 2) return chosen
  const at = Math.max(0, nodes.indexOf(chosen.at(-1) ?? ''))
  const pair = nodes.slice(at, at + 2)
  return pair.length === 2 ? pair : undefined
}
