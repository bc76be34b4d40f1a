/** The nodes with waiting drafts, for badges on their cards. */

import { create } from 'zustand'
import type { Session } from '../../../document'

interface DraftNodes {
  nodes: ReadonlySet<string>
}

export const useDraftNodes = create<DraftNodes>(() => ({ nodes: new Set() }))

/** How long the story rests before drafts are asked for again, in milliseconds. */
const REST = 300

/** Follows the drafts of a story until the returned function is called. */
export function watchDraftNodes(session: Session): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let left = false
  async function read(): Promise<void> {
    const found = await session.data('list_drafts').catch(() => undefined)
    if (left || !found) return
    const nodes = new Set(found.drafts.flatMap((it) => it.nodes.map((node) => node.id)))
    const { nodes: known } = useDraftNodes.getState()
    if (nodes.size === 0 && known.size === 0) return
    useDraftNodes.setState({ nodes })
  }
  void read()
  const stop = session.listen((event) => {
    // Only a draft, or the end of one that is known, can change which nodes are waited for.
    const concerns =
      event.type === 'data:changed' && (event.draft || useDraftNodes.getState().nodes.size)
    if (!concerns) return
    clearTimeout(timer)
    timer = setTimeout(() => void read(), REST)
  })
  return () => {
    left = true
    clearTimeout(timer)
    stop()
    useDraftNodes.setState({ nodes: new Set() })
  }
}
