/**
 * Three-way merge of prose, sentence by sentence; a sentence changed on both sides is reported as a
 * conflict. Pure.
 */

import { diff } from '@codemirror/merge'
import { encodeParts, SENTENCE_END } from './wordDiff'

/** A place where both sides changed the same sentences. */
export interface MergeConflict {
  /** What stood there. */
  base: string
  mine: string
  theirs: string
  /** Whether it is whole paragraphs, and not a part of one. */
  isWhole: boolean
}

/** A part of the merged text: one that is settled, or a place that both changed. */
export type MergePart = string | MergeConflict

/** What becomes of a place that both changed. */
export type Choice = 'mine' | 'theirs' | 'both'

/** A part of the base that one side changed, and what it is there now. */
interface Hunk {
  from: number
  to: number
  made: readonly string[]
}

export const isMergeConflict = (part: MergePart): part is MergeConflict => typeof part !== 'string'

/** Both texts as parts, in order. */
export function mergeParts(base: string, mine: string, theirs: string): MergePart[] {
  const letters = new Map<string, string>()
  const old = sentences(base)
  const hunksOf = (text: string): Hunk[] => {
    const now = sentences(text)
    const changes = diff(encodeParts(old, letters), encodeParts(now, letters))
    return changes.map(({ fromA, toA, fromB, toB }) => ({
      from: fromA,
      to: toA,
      made: now.slice(fromB, toB),
    }))
  }
  const [ours, others] = [hunksOf(mine), hunksOf(theirs)]
  const parts: MergePart[] = []
  let at = 0
  while (ours.length > 0 || others.length > 0) {
    const { from, to, own, other } = nextCluster(ours, others)
    parts.push(old.slice(at, from).join(''))
    const [a, b] = [made(old, from, to, own), made(old, from, to, other)]
    if (other.length === 0 || a === b) parts.push(a)
    else if (own.length === 0) parts.push(b)
    else {
      const isEdge = (it: string | undefined) => it === undefined || it.startsWith('\n')
      const isWhole = isEdge(old[from - 1]) && isEdge(old[to])
      parts.push({ base: old.slice(from, to).join(''), mine: a, theirs: b, isWhole })
    }
    at = to
  }
  parts.push(old.slice(at).join(''))
  return parts.filter((it) => it !== '')
}

/** The text of these parts; `choices` says in order what each clash becomes, `both` without one. */
export function joinParts(parts: readonly MergePart[], choices: readonly Choice[] = []): string {
  let index = 0
  return parts
    .map((part) => {
      if (!isMergeConflict(part)) return part
      const choice = choices[index++] ?? 'both'
      return choice === 'both' ? both(part) : part[choice]
    })
    .join('')
}

/** Sentences, the spaces between them, and the empty lines between paragraphs, each by itself. */
function sentences(text: string): string[] {
  const found: string[] = []
  for (const line of text.split(/(\n+)/)) {
    let at = 0
    for (const end of line.startsWith('\n') ? [] : line.matchAll(SENTENCE_END)) {
      const until = end.index + end[0].length
      const sentence = line.slice(at, until)
      const words = sentence.trimEnd()
      found.push(words, sentence.slice(words.length))
      at = until
    }
    found.push(line.slice(at))
  }
  return found.filter((it) => it !== '')
}

/** Takes the first hunk with all those of either side that touch the same sentences. */
function nextCluster(ours: Hunk[], others: Hunk[]) {
  const first = [...ours.slice(0, 1), ...others.slice(0, 1)].sort(
    (a, b) => a.from - b.from || a.to - b.to,
  )[0] as Hunk
  let { to } = first
  const { from } = first
  const own: Hunk[] = []
  const other: Hunk[] = []
  const meets = (it: Hunk | undefined) =>
    it !== undefined && (it === first || it.from < to || (it.from === from && it.to === from))
  for (;;) {
    const side = meets(ours[0]) ? ours : meets(others[0]) ? others : undefined
    const hunk = side?.shift()
    if (!hunk) return { from, to, own, other }
    to = Math.max(to, hunk.to)
    ;(side === ours ? own : other).push(hunk)
  }
}

/** What one side made of a part of the base. */
function made(old: readonly string[], from: number, to: number, hunks: readonly Hunk[]): string {
  const parts: string[] = []
  let at = from
  for (const hunk of hunks) {
    parts.push(...old.slice(at, hunk.from), ...hunk.made)
    at = hunk.to
  }
  parts.push(...old.slice(at, to))
  return parts.join('')
}

/** Both sides, theirs first: paragraphs one below the other, sentences one after the other. */
function both({ mine, theirs, isWhole }: MergeConflict): string {
  const isApart = mine === '' || theirs === '' || /\s$/.test(theirs) || /^\s/.test(mine)
  if (isApart) return theirs + mine
  if (isWhole) return `${theirs}\n\n${mine}`
  // Chinese and Japanese have no spaces between sentences.
  return /[。！？…”’』」）]$/.test(theirs) ? theirs + mine : `${theirs} ${mine}`
}
