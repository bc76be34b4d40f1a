/** Places kept to begin at: a node and the variables there. They belong to this window's reader, not to the story. */

import { useState } from 'react'
import type { NodeName } from '../../document'

export interface Place {
  name: string
  node: NodeName
  state: string
}

const MOST = 50

function keptUnder(story: string): string {
  return `storyteller-places-${story}`
}

function readPlaces(story: string): Place[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptUnder(story)) ?? '[]')
    return Array.isArray(kept) ? (kept as Place[]).filter((it) => it?.node?.id) : []
  } catch {
    return []
  }
}

export function usePlaces(story: string) {
  const [places, setPlaces] = useState(() => readPlaces(story))
  const keep = (next: Place[]) => {
    setPlaces(next)
    try {
      localStorage.setItem(keptUnder(story), JSON.stringify(next))
    } catch {
      // A window without storage keeps them while it is open.
    }
  }
  return {
    places,
    add: (place: Place) =>
      keep([place, ...places.filter((it) => it.name !== place.name)].slice(0, MOST)),
    remove: (name: string) => keep(places.filter((it) => it.name !== name)),
  }
}
