/**
 * The difference of two texts, made for readers: whole words, in Chinese too; a few unchanged words
 * between changes belong to the change; a mostly new sentence is shown as a new sentence. Every
 * difference of texts uses it.
 */

import { diff } from '@codemirror/merge'
import type { DiffPiece } from './DiffText'

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Where letters that stand for words begin: past those that pair up to make one. */
const FIRST = 0xe000
/** Fewer kept words than these between two changes are no reason to tell the changes apart. */
const KEPT = 3
/** The share of a sentence's words that changed, from which on it is another sentence. */
const ANOTHER = 0.6

/** What ends a sentence or a paragraph, with what closes it. */
export const SENTENCE_END = /(?:[.!?…]+["'”’)\]]*(?=\s|$)|[。！？…]+[”’』」）]*|\n+)\s*/g

export function wordDiff(older: string, newer: string): DiffPiece[] {
  return bySentence(byPhrase(rawDiff(older, newer)))
}

/** The same word by word, for whoever judges each change by itself. */
export function singleWordDiff(older: string, newer: string): DiffPiece[] {
  return rawDiff(older, newer)
}

/** The pieces of a difference that was made elsewhere, made to be judged by a reader. */
export function readableDiff(pieces: readonly DiffPiece[]): DiffPiece[] {
  const without = (kind: DiffPiece['kind']) =>
    pieces
      .filter((it) => it.kind !== kind)
      .map((it) => it.text)
      .join('')
  const [older, newer] = [without('added'), without('removed')]
  // What was only added or only removed has nothing to be judged against.
  return older && newer ? wordDiff(older, newer) : [...pieces]
}

function rawDiff(older: string, newer: string): DiffPiece[] {
  const letters = new Map<string, string>()
  const [a, b] = [wordsOf(older), wordsOf(newer)]
  const changes = diff(encodeParts(a, letters), encodeParts(b, letters), { scanLimit: 500 })
  const pieces: DiffPiece[] = []
  let at = 0
  for (const change of changes) {
    pieces.push(piece('same', a.slice(at, change.fromA)))
    pieces.push(piece('removed', a.slice(change.fromA, change.toA)))
    pieces.push(piece('added', b.slice(change.fromB, change.toB)))
    at = change.toA
  }
  pieces.push(piece('same', a.slice(at)))
  return pieces.filter((it) => it.text !== '')
}

function piece(kind: DiffPiece['kind'], text: readonly string[]): DiffPiece {
  return { kind, text: text.join('') }
}

/** Changes with only a few kept words between them as one: what was there, then what is there. */
function byPhrase(pieces: readonly DiffPiece[]): DiffPiece[] {
  const made: DiffPiece[] = []
  let change: Change | undefined
  const close = () => {
    if (change) made.push(...piecesOf(change))
    change = undefined
  }
  pieces.forEach((it, index) => {
    if (it.kind !== 'same') {
      change ??= { removed: '', added: '' }
      change[it.kind] += it.text
    } else if (change && index < pieces.length - 1 && isShort(it.text)) {
      change.removed += it.text
      change.added += it.text
    } else {
      close()
      made.push(it)
    }
  })
  close()
  return made
}

interface Change {
  removed: string
  added: string
}

/** A change as pieces, without the spaces both sides begin with and the marks both end with. */
function piecesOf({ removed, added }: Change): DiffPiece[] {
  const before = shared(removed, added, /^\s+/)
  const after = shared(removed.slice(before.length), added.slice(before.length), /[\s\p{P}]+$/u)
  const inner = (text: string) => text.slice(before.length, text.length - after.length)
  const all: DiffPiece[] = [
    { kind: 'same', text: before },
    { kind: 'removed', text: inner(removed) },
    { kind: 'added', text: inner(added) },
    { kind: 'same', text: after },
  ]
  return all.filter((it) => it.text !== '')
}

function shared(one: string, other: string, marks: RegExp): string {
  const [found] = one.match(marks) ?? ['']
  return found === other.match(marks)?.[0] ? found : ''
}

/** Whether so little was kept that the eye loses it; the end of a sentence is never lost. */
function isShort(text: string): boolean {
  return text.search(SENTENCE_END) < 0 && countOf(text) < KEPT
}

/** A sentence of which most changed as one sentence that went and one that came. */
function bySentence(pieces: readonly DiffPiece[]): DiffPiece[] {
  const sentences: DiffPiece[][] = [[]]
  for (const it of pieces) {
    const parts = it.kind === 'same' ? splitAtEnds(it.text) : [it.text]
    parts.forEach((text, index) => {
      if (index > 0) sentences.push([])
      if (text) sentences.at(-1)?.push({ kind: it.kind, text })
    })
  }
  return joined(sentences.flatMap((it) => (isAnother(it) ? asOne(it) : it)))
}

/** A kept text in parts: each but the last ends a sentence. */
export function splitAtEnds(text: string): string[] {
  const parts: string[] = []
  let at = 0
  for (const found of text.matchAll(SENTENCE_END)) {
    const end = found.index + found[0].length
    parts.push(text.slice(at, end))
    at = end
  }
  return [...parts, text.slice(at)]
}

function isAnother(sentence: readonly DiffPiece[]): boolean {
  const count = (kind: DiffPiece['kind']) =>
    sentence.reduce((sum, it) => sum + (it.kind === kind ? countOf(it.text) : 0), 0)
  const [kept, removed, added] = [count('same'), count('removed'), count('added')]
  // What was only added, or only removed, is no other sentence.
  if (kept === 0 || removed === 0 || added === 0) return false
  const changed = Math.max(removed, added)
  return changed / (changed + kept) > ANOTHER
}

/** One sentence that went and one that came; paragraphs and spaces around them stay. */
function asOne(sentence: readonly DiffPiece[]): DiffPiece[] {
  const change: Change = { removed: '', added: '' }
  for (const { kind, text } of sentence) {
    if (kind !== 'added') change.removed += text
    if (kind !== 'removed') change.added += text
  }
  return piecesOf(change)
}

/** Neighbors of one kind as one piece. */
function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const made: DiffPiece[] = []
  for (const it of pieces) {
    const last = made.at(-1)
    if (last?.kind === it.kind) last.text += it.text
    else made.push({ ...it })
  }
  return made
}

/** How many words a text has: not its spaces and marks. */
function countOf(text: string): number {
  let count = 0
  for (const it of words.segment(text)) if (it.isWordLike) count += 1
  return count
}

function wordsOf(text: string): string[] {
  return Array.from(words.segment(text), (it) => it.segment)
}

/** Words, or other parts of a text, as one letter each, so that a difference of letters is one of words. */
export function encodeParts(text: readonly string[], letters: Map<string, string>): string {
  return text
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
