/** The number of words a reader sees in a text, counted as in the program, also for Chinese. */

import { readerText } from './readerText'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

// Scripts written without spaces, where each character counts as a word.
const unspaced =
  /[\u3005-\u3007\u3021-\u3029\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3134f}]/gu
// Scripts whose words browsers look up in a dictionary; the program counts their letters.
const looked = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const letter = /[\p{Alphabetic}\p{N}]/u

export function countWords(text: string): number {
  let words = 0
  for (const { segment } of segmenter.segment(readerText(text))) {
    if (!letter.test(segment)) continue
    words += segment.match(unspaced)?.length ?? wordsInSegment(segment)
  }
  return words
}

function wordsInSegment(segment: string): number {
  return looked.test(segment) ? (segment.match(/\p{L}|\p{N}+/gu)?.length ?? 1) : 1
}
