/**
 * A text with additions and removals marked; read aloud as insertions and deletions. What did not
 * change is hidden where it is long, and shown on request.
 */

import { UnfoldVertical } from 'lucide-react'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../kit'
import { countWords } from '../../notation'
import { useTranslation } from '../../text'
import styles from './DiffText.module.css'
import { foldUnchanged } from './foldUnchanged'
import { readableDiff } from './wordDiff'

export interface DiffPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Shows pieces however they were made: they are put together as a reader can judge them. */
export function DiffText({ pieces }: { pieces: readonly DiffPiece[] }) {
  const readable = useMemo(() => foldUnchanged(readableDiff(pieces)), [pieces])
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
        if (piece.kind === 'folded') return <Folded key={key} text={piece.text} />
        return <span key={key}>{piece.text}</span>
      })}
    </div>
  )
}

/** Unchanged text behind a button that says how much it is. */
function Folded({ text }: { text: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const unfolded = useRef<HTMLSpanElement>(null)
  // The keyboard goes on where the button was.
  useEffect(() => {
    if (open) unfolded.current?.focus({ preventScroll: true })
  }, [open])
  return open ? (
    <span tabIndex={-1} ref={unfolded}>
      {text}
    </span>
  ) : (
    <span className={styles.fold}>
      <Button
        variant="plain"
        icon={<UnfoldVertical size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('versions-unchanged', { count: countWords(text) })}
      </Button>
    </span>
  )
}
