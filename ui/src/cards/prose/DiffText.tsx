/** A text with what was added and removed marked; read aloud as insertions and deletions. */

import styles from './DiffText.module.css'

export interface DiffPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

export function DiffText({ pieces }: { pieces: readonly DiffPiece[] }) {
  return (
    <div className={styles.pieces}>
      {pieces.map((piece, index) => {
        const key = `${index}-${piece.kind}`
        if (piece.kind === 'added') return <ins key={key}>{piece.text}</ins>
        if (piece.kind === 'removed') return <del key={key}>{piece.text}</del>
        return <span key={key}>{piece.text}</span>
      })}
    </div>
  )
}
