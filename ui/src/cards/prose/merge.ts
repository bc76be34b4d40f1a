/**
 * Two texts that were made from one, as one text: what only one of them changed is taken from it,
 * paragraph by paragraph. Pure.
 */

import { diff } from '@codemirror/merge'
import { spelled } from './wordDiff'

export interface Merged {
  /** Where both changed one paragraph, both stand there, theirs before mine. */
  text: string
  /** Whether no paragraph was changed by both. */
  isClean: boolean
}

/** A part of the base that one side changed, and what it is there now. */
interface Hunk {
  from: number
  to: number
  made: readonly string[]
}

export function merged(base: string, mine: string, theirs: string): Merged {
  const letters = new Map<string, string>()
  const old = paragraphs(base)
  const hunksOf = (text: string): Hunk[] => {
    const now = paragraphs(text)
    const changes = diff(spelled(old, letters), spelled(now, letters))
    return changes.map(({ fromA, toA, fromB, toB }) => ({
      from: fromA,
      to: toA,
      made: now.slice(fromB, toB),
    }))
  }
  const [ours, others] = [hunksOf(mine), hunksOf(theirs)]
  const out: string[] = []
  let at = 0
  let isClean = true
  while (ours.length > 0 || others.length > 0) {
    const { from, to, own, other } = nextCluster(ours, others)
    out.push(...old.slice(at, from))
    const [a, b] = [made(old, from, to, own), made(old, from, to, other)]
    if (other.length === 0 || a === b) out.push(a)
    else if (own.length === 0) out.push(b)
    else {
      isClean = false
      out.push(both(b, a))
    }
    at = to
  }
  out.push(...old.slice(at))
  return { text: out.join(''), isClean }
}

/** Paragraphs and the empty lines between them, each by itself. */
function paragraphs(text: string): string[] {
  return text.split(/(\n+)/).filter((it) => it !== '')
}

/** Takes the first hunk with all those of either side that touch the same paragraphs. */
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

function both(first: string, second: string): string {
  const isApart = first === '' || second === '' || /\n$/.test(first) || /^\n/.test(second)
  return isApart ? first + second : `${first}\n\n${second}`
}
