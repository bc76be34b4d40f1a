/** The first scene of a story is where reading begins, without anybody having to say so. */

import type { Mirror, Session } from '../document'
import { reportError } from '../state'

/**
 * Makes the first scene that this window adds to a story its start, until the returned function is
 * called. A start that the writer takes away again stays away.
 */
export function startWithFirstScene(session: Session): () => void {
  const { mirror, bridge } = session
  /** The nodes that this window changed last: told by an event, before or after they are read. */
  let own: readonly string[] = []
  let before = scenesOf(mirror)
  let first: string | undefined
  const decide = () => {
    if (first === undefined || !own.includes(first) || mirror.story.start) return
    const args = { node: first }
    first = undefined
    session.data('set_start', args).catch(reportError)
  }
  const stopHearing = session.listen((event) => {
    if (event.type !== 'data:changed' || event.draft !== null) return
    if (event.turn !== null || event.origin !== bridge.origin) return
    own = event.nodes
    decide()
  })
  const stopWatching = mirror.subscribe(() => {
    const scenes = scenesOf(mirror)
    // What a draft adds is not the story's yet.
    const isFirst = session.draft === undefined && before.length === 0 && scenes.length === 1
    if (isFirst) first = scenes[0]
    else if (first !== scenes[0] || scenes.length !== 1) first = undefined
    before = scenes
    decide()
  })
  return () => {
    stopHearing()
    stopWatching()
  }
}

/** The ids of the first scenes; two of them say that there are several. */
function scenesOf({ nodes }: Mirror): string[] {
  const found: string[] = []
  for (const { id, kind } of nodes.values()) {
    if (kind === 'scene') found.push(id)
    if (found.length === 2) break
  }
  return found
}
