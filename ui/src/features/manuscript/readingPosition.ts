/**
 * The position in the manuscript: the source, and the top passage with its scroll offset. Passages
 * are stored rather than pixels, because texts grow and shrink.
 */

import type { Mirror } from '../../document'
import { SOURCES, type Source } from './sources'

/** A passage, and how many pixels of it stand above what is in view. */
export interface ScrollAnchor {
  node: string
  offset: number
}

export interface ReadingPosition {
  source: Source
  /** What was selected when it was chosen. */
  selected: readonly string[]
  /** The node that was worked on; whoever comes back with another one wants to see that. */
  focused: string | null
  spot: ScrollAnchor | undefined
}

const key = (story: string) => `storyteller-text-${story}`
/** No more of a selection is kept. */
const MOST = 500

export function saveReadingPosition(story: string, reading: ReadingPosition): void {
  const kept = { ...reading, selected: reading.selected.slice(0, MOST) }
  try {
    localStorage.setItem(key(story), JSON.stringify(kept))
  } catch {
    // A window that may keep nothing begins at the top.
  }
}

/** What was kept, as far as it is still there. */
export function savedReadingPosition(mirror: Mirror): ReadingPosition | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key(mirror.story.id)) ?? 'null')
    const source = SOURCES.find((it) => it === kept?.source)
    if (!source) return undefined
    const selected = Array.isArray(kept.selected) ? kept.selected : []
    const { node, offset } = kept.spot ?? {}
    const isThere = mirror.nodes.has(node) && Number.isFinite(offset)
    return {
      source,
      selected: selected.filter((it: unknown) => typeof it === 'string' && mirror.nodes.has(it)),
      focused: typeof kept.focused === 'string' ? kept.focused : null,
      spot: isThere ? { node, offset } : undefined,
    }
  } catch {
    return undefined
  }
}
