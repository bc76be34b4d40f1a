/** Hides what did not change in a long text, but for a few sentences around each change. Pure. */

import type { DiffPiece } from './DiffText'
import { splitAtEnds } from './wordDiff'

/** At least so much is kept on either side of a change, to the end of a sentence, in UTF-16 units. */
const CONTEXT = 160
/** Less than this is not worth a click. */
const LEAST = 300

export type FoldedPiece = DiffPiece | { kind: 'folded'; text: string }

export function foldUnchanged(pieces: readonly DiffPiece[]): FoldedPiece[] {
  if (pieces.every((it) => it.kind === 'same')) return [...pieces]
  return pieces.flatMap((piece, index) =>
    piece.kind === 'same' ? fold(piece.text, index > 0, index < pieces.length - 1) : [piece],
  )
}

/** The spaces and line breaks beside what is hidden are hidden with it. */
function fold(text: string, changesBefore: boolean, changesAfter: boolean): FoldedPiece[] {
  const sentences = splitAtEnds(text)
  const head = changesBefore ? context(sentences).join('').trimEnd() : ''
  const last = context([...sentences].reverse())
  const tail = changesAfter ? last.reverse().join('').trimStart() : ''
  if (head.length + tail.length + LEAST > text.length) return [{ kind: 'same', text }]
  const all: FoldedPiece[] = [
    { kind: 'same', text: head },
    { kind: 'folded', text: text.slice(head.length, text.length - tail.length) },
    { kind: 'same', text: tail },
  ]
  return all.filter((it) => it.text !== '')
}

/** As many of the first sentences as are enough. */
function context(sentences: readonly string[]): string[] {
  let length = 0
  const enough = sentences.findIndex((it) => {
    length += it.length
    return length >= CONTEXT
  })
  return enough < 0 ? [...sentences] : sentences.slice(0, enough + 1)
}
