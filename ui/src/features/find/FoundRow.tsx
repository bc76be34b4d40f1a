/** A row of what was found: a scene, a place in its text, or what was found elsewhere. */

import type { RowStop } from '../../kit'
import type { Place } from '../../state'
import { useTranslation } from '../../text'
import styles from './find.module.css'
import type { Row } from './rows'

/** From so many characters on, what stands beside a place may have been cut. */
const AROUND = 32

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
      {'match' in row ? <Text {...row.match} /> : <Elsewhere {...row.hit} />}
    </button>
  )
}

function Text({ before, found, after }: { before: string; found: string; after: string }) {
  return (
    <span>
      {before.length >= AROUND ? `…${before.trimStart()}` : before}
      <mark>{found}</mark>
      {after.length >= AROUND ? `${after.trimEnd()}…` : after}
    </span>
  )
}

function Elsewhere({ title, excerpt, found }: { title: string; excerpt: string; found: string }) {
  const at = found ? excerpt.indexOf(found) : -1
  return (
    <>
      {excerpt !== title && <span className={styles.of}>{title}</span>}
      <span>
        {at < 0 ? (
          excerpt
        ) : (
          <>
            {excerpt.slice(0, at)}
            <mark>{found}</mark>
            {excerpt.slice(at + found.length)}
          </>
        )}
      </span>
    </>
  )
}
