/** The word count of every page, longest first; only visible rows are rendered. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { useRevision, useSession } from '../../document'
import { useTranslation } from '../../text'
import { NodeLink } from './PathRow'
import styles from './problems.module.css'

/** How high a row is, in pixels. */
const HEIGHT = 32

interface NodesByWordCountProps {
  scroller: HTMLElement | null
  /** The nodes that nobody reads on the way: not counted, as in the sum. */
  beside: string[]
}

export function NodesByWordCount({ scroller, beside }: NodesByWordCountProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const number = useRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mirror is changed in place
  const nodes = useMemo(() => {
    const left = new Set(beside)
    const written = [...mirror.nodes.values()].filter((it) => it.words > 0 && !left.has(it.id))
    return written.sort((one, other) => other.words - one.words)
  }, [mirror, number, beside])
  const list = useRef<HTMLUListElement>(null)
  const virtual = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroller,
    estimateSize: () => HEIGHT,
    getItemKey: (at) => nodes[at]?.id ?? at,
    scrollMargin: list.current?.offsetTop ?? 0,
    overscan: 8,
  })
  const most = nodes[0]?.words ?? 1
  if (nodes.length === 0) return null
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>
        {t('problems-figures-per-node')} <span className={styles.count}>{nodes.length}</span>
      </h3>
      <ul ref={list} className={styles.sheet} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const node = nodes[index]
          if (!node) return null
          return (
            <li
              key={key}
              className={styles.placed}
              style={{
                height: HEIGHT,
                transform: `translateY(${start - virtual.options.scrollMargin}px)`,
              }}
              aria-setsize={nodes.length}
              aria-posinset={index + 1}
            >
              <div className={styles.row}>
                <NodeLink node={node} />
                <span className={styles.small}>
                  {t('problems-figures-word-count', { count: node.words })}
                </span>
                <span className={styles.bar} style={{ width: `${(100 * node.words) / most}%` }} />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
