/**
 * New words for a passage as changes that are taken or left one by one: by phrase as a reader judges
 * them, or word by word. No interface.
 */

import type { DiffPiece } from '../DiffText'
import { SENTENCE_END, singleWordDiff, wordDiff } from '../wordDiff'

/** A part of a passage: kept words, or a change from some words to others. */
export type BlendPart =
  | { kind: 'same'; text: string }
  | { kind: 'change'; removed: string; added: string }

export type Grain = 'phrases' | 'words'

/** What changes between two texts. What is only added is divided into sentences. */
export function partsOf(older: string, newer: string, grain: Grain): BlendPart[] {
  if (older === '') return sentencesOf(newer).map((added) => change('', added))
  const pieces = grain === 'phrases' ? wordDiff(older, newer) : singleWordDiff(older, newer)
  return grouped(pieces)
}

/** What was removed and what came in its place as one change. */
function grouped(pieces: readonly DiffPiece[]): BlendPart[] {
  const parts: BlendPart[] = []
  for (const { kind, text } of pieces) {
    const last = parts.at(-1)
    if (kind === 'same') parts.push({ kind, text })
    else if (kind === 'removed') {
      if (last?.kind === 'change' && last.removed === '') last.removed = text
      else parts.push(change(text, ''))
    } else if (last?.kind === 'change' && last.added === '') last.added = text
    else parts.push(change('', text))
  }
  return parts
}

function change(removed: string, added: string): BlendPart {
  return { kind: 'change', removed, added }
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let at = 0
  for (const found of text.matchAll(SENTENCE_END)) {
    const end = found.index + found[0].length
    sentences.push(text.slice(at, end))
    at = end
  }
  if (at < text.length) sentences.push(text.slice(at))
  return sentences
}

/** The text with all changes but those that are left, by their place among the parts. */
export function blended(parts: readonly BlendPart[], left: ReadonlySet<number>): string {
  const text = (part: BlendPart, index: number) => {
    if (part.kind === 'same') return part.text
    return left.has(index) ? part.removed : part.added
  }
  return parts.map(text).join('')
}
