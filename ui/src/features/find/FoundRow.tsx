/** A row of what was found: a scene, a place in its text, or what was found elsewhere. */

import { excerptParts, matchContext } from '../../cards'
import type { RowStop } from '../../kit'
import type { Place } from '../../state'
import { useTranslation } from '../../text'
import styles from './find.module.css'
import type { Hit, Match, Row } from './rows'

interface FoundRowProps {
  row: Row
  stop: RowStop
  /** Whether it was opened last. */
  isCurrent: boolean
  onOpen: (place: Place) => void
}

export function FoundRow({ row, stop, isCurrent, onOpen }: FoundRowProps) {
  const { t } = useTranslation()
  if ('title' in row)
    return (
      <h3 className={styles.heading}>
        <span className={styles.title}>{row.title}</span>{' '}
        <span className={styles.count}>{row.count}</span>
      </h3>
    )
  if ('more' in row)
    return (
      <p className={styles.more}>
        {t(row.of === 'scene' ? 'replace-more' : 'find-more-scenes', { count: row.more })}
      </p>
    )
  return (
    <button
      ref={stop.ref}
      type="button"
      className={styles.place}
      aria-current={isCurrent || undefined}
      tabIndex={stop.tabIndex}
      onFocus={stop.onFocus}
      onClick={() => onOpen(row.place)}
    >
      {'match' in row ? <Text match={row.match} /> : <Elsewhere hit={row.hit} />}
    </button>
  )
}

function Text({ match }: { match: Match }) {
  const [before, after] = matchContext(match)
  return (
    <span>
      {before}
      <mark>{match.found}</mark>
      {after}
    </span>
  )
}

function Elsewhere({ hit }: { hit: Hit }) {
  const [before, found, after] = excerptParts(hit)
  return (
    <>
      {hit.excerpt !== hit.title && <span className={styles.of}>{hit.title}</span>}
      <span>
        {before}
        {found && <mark>{found}</mark>}
        {after}
      </span>
    </>
  )
}
