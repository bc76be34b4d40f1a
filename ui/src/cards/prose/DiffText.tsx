/** A text with additions and removals marked; read aloud as insertions and deletions. */

import { Fragment, useMemo } from 'react'
import styles from './DiffText.module.css'
import { readableDiff } from './wordDiff'

export interface DiffPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Shows pieces however they were made: they are put together as a reader can judge them. */
export function DiffText({ pieces }: { pieces: readonly DiffPiece[] }) {
  const readable = useMemo(() => readableDiff(pieces), [pieces])
  return (
    <div className={styles.pieces}>
      {readable.map((piece, index) => {
        const key = `${index}-${piece.kind}`
        if (piece.kind === 'added') {
          const follows = readable[index - 1]?.kind === 'removed'
          return (
            <Fragment key={key}>
              {follows && ' '}
              <ins>{piece.text}</ins>
            </Fragment>
          )
        }
        if (piece.kind === 'removed') return <del key={key}>{piece.text}</del>
        return <span key={key}>{piece.text}</span>
      })}
    </div>
  )
}
