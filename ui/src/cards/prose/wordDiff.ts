/** Two texts as pieces that were kept, added or removed: whole words, in Chinese too. */

import { diff } from '@codemirror/merge'
import type { DiffPiece } from './DiffText'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Where letters that stand for words begin: past those that pair up to make one. */
const FIRST = 0xe000

export function wordDiff(older: string, newer: string): DiffPiece[] {
  const letters = new Map<string, string>()
  const [a, b] = [wordsOf(older), wordsOf(newer)]
  const changes = diff(spelled(a, letters), spelled(b, letters), { scanLimit: 500 })
  const pieces: DiffPiece[] = []
  const add = (kind: DiffPiece['kind'], words: string[]) => {
    if (words.length > 0) pieces.push({ kind, text: words.join('') })
  }
  let at = 0
  for (const change of changes) {
    add('same', a.slice(at, change.fromA))
    add('removed', a.slice(change.fromA, change.toA))
    add('added', b.slice(change.fromB, change.toB))
    at = change.toA
  }
  add('same', a.slice(at))
  return pieces
}

function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), (it) => it.segment)
}

/** The words as one letter each, so that a difference of letters is one of words. */
function spelled(words: string[], letters: Map<string, string>): string {
  return words
    .map((word) => {
      const known = letters.get(word)
      if (known) return known
      const letter = letterOf(letters.size)
      letters.set(word, letter)
      return letter
    })
    .join('')
}

/** The private letters first, then those from the beginning; more words than both share letters. */
function letterOf(index: number): string {
  const all = 0xd800 + 0x2000
  const code = FIRST + (index % all)
  return String.fromCharCode(code > 0xffff ? code - 0x10000 : code)
}
