/**
 * Bookmarks: where a playthrough started and its steps, so that the visits of its path are known.
 * They belong to this window's reader, not to the story.
 */

import { useState } from 'react'
import type { NodeName } from '../../document'
import type { PlaythroughSpec } from './playthrough'

export interface Bookmark {
  name: string
  /** The node the reading had come to. */
  node: NodeName
  spec: PlaythroughSpec
  /** What the variables held there, to begin at the node itself when the way is gone. */
  state: string
}

const MOST = 50

function keptUnder(story: string): string {
  return `storyteller-places-${story}`
}

function readBookmarks(story: string): Bookmark[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptUnder(story)) ?? '[]')
    return Array.isArray(kept) ? kept.flatMap(placeOf) : []
  } catch {
    return []
  }
}

/** A kept place; one of before the way was kept with it begins at its node, with its variables. */
function placeOf(kept: unknown): Bookmark[] {
  // Earlier versions stored the way as `told`.
  const record = (kept ?? {}) as Partial<Bookmark> & { told?: PlaythroughSpec }
  const { name, node, state = '', spec = record.told } = record
  if (!name || !node?.id) return []
  if (spec && Array.isArray(spec.steps)) return [{ name, node, spec, state }]
  return [{ name, node, spec: { from: node.id, state, steps: [] }, state }]
}

export function useBookmarks(story: string) {
  const [places, setPlaces] = useState(() => readBookmarks(story))
  const keep = (next: Bookmark[]) => {
    setPlaces(next)
    try {
      localStorage.setItem(keptUnder(story), JSON.stringify(next))
    } catch {
      // A window without storage keeps them while it is open.
    }
  }
  return {
    places,
    add: (place: Bookmark) =>
      keep([place, ...places.filter((it) => it.name !== place.name)].slice(0, MOST)),
    remove: (name: string) => keep(places.filter((it) => it.name !== name)),
  }
}
