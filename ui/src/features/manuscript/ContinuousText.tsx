/** Passages one below another; only the visible ones are rendered. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type NodeCard, partsOf, useRevision, useSelection, useSession } from '../../document'
import { focusedFieldIn, rangeIncluding, useFrozenOrder } from '../../kit'
import { registerRunningText, useRunningText } from '../../state'
import { useTranslation } from '../../text'
import styles from './Manuscript.module.css'
import { Passage } from './Passage'
import type { ScrollAnchor } from './readingPosition'

/** About how high a passage is before it was measured. */
const GUESS = 220
/** How long after the last movement the place is told, in milliseconds. */
const REST = 300

interface ContinuousTextProps {
  nodes: readonly string[]
  /** Where the text was left, to be found there again. */
  begin: ScrollAnchor | undefined
  /** Hears where it rests. */
  onScrollAnchor: (spot: ScrollAnchor) => void
}

export function ContinuousText({ nodes, begin, onScrollAnchor }: ContinuousTextProps) {
  const { t } = useTranslation()
  const parts = useBeginningParts(nodes)
  const scroller = useRef<HTMLDivElement>(null)
  const focused = useSelection((it) => it.focused)
  const wanted = useRef(begin)
  const virtual = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESS,
    getItemKey: (at) => nodes[at] ?? at,
    overscan: 3,
    // The passage that is being written stays in the page wherever it goes.
    rangeExtractor: (range) => {
      const written = focusedFieldIn(scroller.current)?.closest<HTMLElement>('[data-passage]')
      return rangeIncluding(range, nodes.indexOf(written?.dataset.passage ?? ''))
    },
  })
  // Passages are placed by their distance from the top: their order in the page may stay.
  const still = useFrozenOrder(scroller, virtual.getVirtualItems(), (it) => String(it.key))
  // Where the text was left needs no going to the node that is worked on.
  const went = useRef(begin && focused)
  useLayoutEffect(() => {
    const isNew = focused !== undefined && went.current !== focused && nodes.includes(focused)
    went.current = focused
    const writing = scroller.current?.contains(document.activeElement)
    if (isNew && !writing) wanted.current = { node: focused, offset: 0 }
  }, [focused, nodes])

  // A passage that is to be selected has to be drawn first; once it is, the editor goes to its words.
  const place = useRunningText((it) => it.wanted?.node)
  const sought = useRef(place)
  useLayoutEffect(() => {
    if (place !== undefined) wanted.current = { node: place, offset: 0 }
    else if (sought.current !== undefined) wanted.current = undefined
    sought.current = place
  }, [place])
  const listed = useRef(nodes)
  listed.current = nodes
  useEffect(() => registerRunningText((node) => listed.current.includes(node)), [])

  // Passages grow while they are read, so the place is sought until a hand moves the text: the
  // list's own way of going to a passage would take the text back from the hand.
  useLayoutEffect(() => {
    const box = scroller.current
    const { node, offset } = wanted.current ?? {}
    const at = node === undefined ? -1 : nodes.indexOf(node)
    const start = virtual.measurementsCache[at]?.start
    if (!box || start === undefined || offset === undefined) return
    const top = start + offset
    if (Math.abs(box.scrollTop - top) >= 1) box.scrollTop = top
  })

  const callback = useRef(onScrollAnchor)
  callback.current = onScrollAnchor
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    let rest: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      rest = undefined
      const first = virtual.getVirtualItems().find((it) => it.end > box.scrollTop)
      if (wanted.current) callback.current(wanted.current)
      else if (first)
        callback.current({ node: String(first.key), offset: box.scrollTop - first.start })
    }
    const scrolled = () => {
      clearTimeout(rest)
      rest = setTimeout(tell, REST)
    }
    const moved = () => {
      wanted.current = undefined
    }
    box.addEventListener('scroll', scrolled, { passive: true })
    for (const hand of USER_EVENTS) box.addEventListener(hand, moved, { passive: true })
    return () => {
      if (rest !== undefined) {
        clearTimeout(rest)
        tell()
      }
      box.removeEventListener('scroll', scrolled)
      for (const hand of USER_EVENTS) box.removeEventListener(hand, moved)
    }
  }, [virtual])
  return (
    <section
      ref={scroller}
      className={styles.pages}
      aria-label={t('manuscript-pages')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too
      tabIndex={0}
    >
      <div className={styles.sheet} style={{ height: virtual.getTotalSize() }}>
        {still.map((it) => (
          <div
            key={it.key}
            ref={virtual.measureElement}
            data-index={it.index}
            data-passage={it.key}
            className={styles.placed}
            style={{ transform: `translateY(${it.start}px)` }}
          >
            {parts.get(String(it.key))?.map((part) => (
              <h2 key={part.id} className={styles.part}>
                {part.title}
              </h2>
            ))}
            <Passage node={String(it.key)} />
          </div>
        ))}
      </div>
    </section>
  )
}

/** The parts of the story that begin with each of these nodes, the outermost first. */
function useBeginningParts(nodes: readonly string[]): ReadonlyMap<string, readonly NodeCard[]> {
  const { mirror } = useSession()
  const number = useRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mirror is one object; its number tells of change
  return useMemo(() => {
    const rows = nodes.map((node) => ({ node, level: 1, again: false }))
    const parts = new Map<string, NodeCard[]>()
    for (const { group, begin } of partsOf(mirror, rows, 1)) {
      const node = nodes[begin] ?? ''
      parts.set(node, [...(parts.get(node) ?? []), group])
    }
    return parts
  }, [mirror, number, nodes])
}

const USER_EVENTS = ['wheel', 'pointerdown', 'keydown'] as const
