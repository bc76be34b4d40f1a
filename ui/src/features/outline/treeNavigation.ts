/** Keyboard navigation in the rows of the outline. Pure. */

import type { OutlineRow } from './rows'

/** What a key asks for: to go to a row, to open or close the present one, or to work on its node. */
export type OutlineStep =
  | { go: number }
  | { open: boolean }
  | 'enter'
  | 'toggle'
  | 'rename'
  | 'widen'

/** `page`: rows visible. `undefined` for a key that means nothing here. */
export function stepFor(
  key: string,
  rows: readonly OutlineRow[],
  at: number,
  page: number,
): OutlineStep | undefined {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return { go: at + 1 }
    case 'ArrowUp':
      return { go: at - 1 }
    case 'PageDown':
      return { go: at + page }
    case 'PageUp':
      return { go: at - page }
    case 'Home':
      return { go: 0 }
    case 'End':
      return { go: rows.length - 1 }
    case 'ArrowRight':
      return row?.open === false ? { open: true } : { go: at + 1 }
    case 'ArrowLeft':
      return row?.open ? { open: false } : { go: parentOf(rows, at) }
    case 'Enter':
      return 'enter'
    case ' ':
      return 'toggle'
    case 'F2':
      return row?.node ? 'rename' : undefined
    case '*':
      return 'widen'
    default:
      return byLetter(rows, at, key)
  }
}

/** The nodes of the rows from one to another, each once, the last one last. */
export function nodesBetween(rows: readonly OutlineRow[], from: number, to: number): string[] {
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  const nodes = between.flatMap((it) => it.node ?? [])
  const last = rows[to]?.node
  const others = new Set(nodes.filter((it) => it !== last))
  return last === undefined ? [...others] : [...others, last]
}

/** The rows beside one, under the same row above. */
export function siblingBranches(rows: readonly OutlineRow[], at: number): OutlineRow[] {
  const level = rows[at]?.level ?? 1
  const parent = parentOf(rows, at)
  const first = level === 1 ? 0 : parent + 1
  const end = rows.findIndex((it, index) => index >= first && it.level < level)
  return rows.slice(first, end < 0 ? rows.length : end).filter((it) => it.level === level)
}

/** The row above that a row belongs to; itself for an outermost one. */
function parentOf(rows: readonly OutlineRow[], index: number): number {
  const level = rows[index]?.level ?? 1
  for (let above = index - 1; above >= 0; above--) {
    if ((rows[above]?.level ?? 1) < level) return above
  }
  return index
}

/** The next row whose title begins so; Latin letters and signs are the keys of actions. */
function byLetter(rows: readonly OutlineRow[], from: number, key: string): OutlineStep | undefined {
  if ([...key].length !== 1 || /[a-z+\-0]/i.test(key)) return undefined
  for (let step = 1; step <= rows.length; step++) {
    const index = (from + step) % rows.length
    if (rows[index]?.title.startsWith(key)) return { go: index }
  }
  return undefined
}
