/** Restores the location in a story when it is opened again: selection, view and open group. */

import { useEffect } from 'react'
import { type Mirror, useSelection, useSession } from '../document'
import { useWorkspace, VIEWS, type View } from '../state'

interface StoryLocation {
  nodes: readonly string[]
  view: View
  /** The group whose inside the map showed. */
  root: string | undefined
}

const key = (story: string) => `storyteller-where-${story}`
const MOST = 50

export function useRestoredLocation(): void {
  const { mirror } = useSession()
  useEffect(() => {
    const kept = read(mirror)
    useSelection.getState().select(kept.nodes)
    useWorkspace.getState().setView(kept.view)
    // The map is there a moment later, and knows its groups only then.
    let root = kept.root
    const enter = () => {
      const { map } = useWorkspace.getState()
      if (!map || root === undefined) return
      map.enter(root)
      root = undefined
    }
    enter()

    const write = () => {
      const { view, map } = useWorkspace.getState()
      const where = {
        nodes: [...useSelection.getState().nodes].slice(0, MOST),
        view,
        // While another view is shown there is no map to ask.
        root: map ? map.root : (root ?? read(mirror).root),
      }
      localStorage.setItem(key(mirror.story.id), JSON.stringify(where))
    }
    const stops = [
      useSelection.subscribe(write),
      useWorkspace.subscribe((now, old) => {
        if (now.map !== old.map) enter()
        if (now.view !== old.view) write()
      }),
    ]
    // The map tells nobody when a group is entered, so the last word is had on leaving.
    window.addEventListener('pagehide', write)
    return () => {
      write()
      window.removeEventListener('pagehide', write)
      for (const stop of stops) stop()
    }
  }, [mirror])
}

/** What was kept, as far as it is still there. */
function read(mirror: Mirror): StoryLocation {
  const nothing: StoryLocation = { nodes: [], view: 'map', root: undefined }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(mirror.story.id)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return nothing
    const { nodes, view, root } = kept as Record<string, unknown>
    const isThere = (it: unknown): it is string => typeof it === 'string' && mirror.nodes.has(it)
    return {
      nodes: Array.isArray(nodes) ? nodes.filter(isThere) : [],
      view: VIEWS.find((it) => it === view) ?? 'map',
      root: isThere(root) ? root : undefined,
    }
  } catch {
    // What cannot be read is as if it had never been kept.
    return nothing
  }
}
