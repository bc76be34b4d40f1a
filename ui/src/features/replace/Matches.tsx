/** Every match by node, before and after replacing; nodes can be excluded. */

import { matchContext, type NodeMatches } from '../../cards'
import { useTranslation } from '../../text'
import styles from './replace.module.css'

interface MatchesProps {
  nodes: readonly NodeMatches[]
  /** What would stand there. */
  put: string
  /** The nodes that are left as they are. */
  left: ReadonlySet<string>
  turn: (node: string, on: boolean) => void
  /** Whether was looked, so that nothing means nothing. */
  empty: boolean
}

export function Matches({ nodes, put, left, turn, empty }: MatchesProps) {
  const { t } = useTranslation()
  if (nodes.length === 0)
    return <p className={styles.none}>{t(empty ? 'replace-none' : 'replace-hint')}</p>
  return (
    <ul className={styles.nodes} aria-label={t('replace-places')}>
      {nodes.map((node) => (
        <li key={node.id}>
          <label className={styles.node}>
            <input
              type="checkbox"
              checked={!left.has(node.id)}
              onChange={(event) => turn(node.id, event.target.checked)}
            />
            <span className={styles.title}>{node.title}</span>
            <span className={styles.count}>{node.count}</span>
          </label>
          <ul className={left.has(node.id) ? styles.off : undefined}>
            {node.places.map((place) => {
              const [before, after] = matchContext(place)
              return (
                <li key={place.character} className={styles.place}>
                  {before}
                  <del>{place.found}</del>
                  {put && <ins>{put}</ins>}
                  {after}
                </li>
              )
            })}
            {node.count > node.places.length && (
              <li className={styles.more}>
                {t('replace-more', { count: node.count - node.places.length })}
              </li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}
