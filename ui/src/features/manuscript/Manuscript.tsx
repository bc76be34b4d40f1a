/** Several nodes read and written as one text, or two of them side by side. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { Columns2, Replace, Rows2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesk } from '../../actions'
import { useNumber, useSelection, useSession } from '../../document'
import { Empty, IconButton, Segmented } from '../../kit'
import { Beside } from './Beside'
import styles from './Manuscript.module.css'
import { Passage } from './Passage'
import { nodesOf, SOURCES, type Source } from './sources'

export function Manuscript() {
  const { t } = useTranslation('manuscript')
  const { mirror } = useSession()
  const number = useNumber()
  const selected = useSelection((it) => it.nodes)
  // What was selected when the view opened or the source was chosen stays what is read: otherwise a
  // click into a passage, which selects it, would take the others away.
  const [asked, setAsked] = useState(() => ({ source: firstSource(selected), selected }))
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
  return (
    <section className={styles.view} aria-label={t('title')}>
      <header className={styles.head}>
        <Segmented<Source>
          label={t('source')}
          value={asked.source}
          choices={offered.map((value) => ({ value, label: t(`sources.${value}`) }))}
          onChange={(source) => setAsked({ source, selected })}
        />
        <span className={styles.count}>
          {t('passages', { count: nodes.length })} · {t('words', { count: words })}
        </span>
        <IconButton
          label={t('replace')}
          keys="Mod+Shift+H"
          icon={<Replace size={16} />}
          onClick={() => useDesk.getState().setDialog('replace')}
        />
        <IconButton
          label={t(beside ? 'oneText' : 'sideBySide')}
          pressed={beside !== undefined}
          disabled={!beside && pair === undefined}
          icon={beside ? <Rows2 size={16} /> : <Columns2 size={16} />}
          onClick={() => setBeside(beside ? undefined : pair)}
        />
      </header>
      {nodes.length === 0 ? (
        <Empty title={t('none')}>{t('noneHint')}</Empty>
      ) : beside ? (
        <Beside
          nodes={nodes}
          pair={beside}
          onChange={(at, node) => setBeside(beside.map((it, index) => (index === at ? node : it)))}
        />
      ) : (
        <OneText nodes={nodes} />
      )}
    </section>
  )
}

function firstSource(selected: ReadonlySet<string>): Source {
  return selected.size > 1 ? 'selection' : 'story'
}

/** The two nodes that are shown beside each other: the two selected, or the focused and the next. */
function pairOf(nodes: readonly string[], selected: ReadonlySet<string>) {
  const chosen = [...selected]
  if (chosen.length === 2) return chosen
  const at = Math.max(0, nodes.indexOf(chosen.at(-1) ?? ''))
  const pair = nodes.slice(at, at + 2)
  return pair.length === 2 ? pair : undefined
}

/** About how high a passage is before it was measured. */
const GUESS = 220

function OneText({ nodes }: { nodes: readonly string[] }) {
  const { t } = useTranslation('manuscript')
  const scroller = useRef<HTMLDivElement>(null)
  const focused = useSelection((it) => it.focused)
  const virtual = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESS,
    getItemKey: (at) => nodes[at] ?? at,
    overscan: 3,
  })
  const went = useRef<string>(undefined)
  useEffect(() => {
    const at = focused === undefined || went.current === focused ? -1 : nodes.indexOf(focused)
    went.current = focused
    const writing = scroller.current?.contains(document.activeElement)
    if (at >= 0 && !writing) virtual.scrollToIndex(at, { align: 'start' })
  }, [focused, nodes, virtual])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too
    <section ref={scroller} className={styles.pages} aria-label={t('pages')} tabIndex={0}>
      <div className={styles.sheet} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((it) => (
          <div
            key={it.key}
            ref={virtual.measureElement}
            data-index={it.index}
            className={styles.placed}
            style={{ transform: `translateY(${it.start}px)` }}
          >
            <Passage node={String(it.key)} />
          </div>
        ))}
      </div>
    </section>
  )
}
