/** Where one was in a story: what was selected comes back when it is opened again. */

import { useEffect } from 'react'
import { useSelection, useSession } from '../document'

const key = (story: string) => `storyteller-selection-${story}`
const MOST = 50

export function useWhereOneWas(): void {
  const { mirror } = useSession()
  useEffect(() => {
    const kept = keptSelection(mirror.story.id).filter((it) => mirror.nodes.has(it))
    useSelection.getState().select(kept)
    return useSelection.subscribe(({ nodes }) => {
      const chosen = [...nodes].slice(0, MOST)
      localStorage.setItem(key(mirror.story.id), JSON.stringify(chosen))
    })
  }, [mirror])
}

function keptSelection(story: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(story)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((it) => typeof it === 'string') : []
  } catch {
    return []
  }
}
