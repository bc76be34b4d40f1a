/**
 * What cards show in addition to the story itself, and what changes without it: drafts, findings,
 * tags, status, heat colors.
 */

import { labeledNodes, type Session, useNodeTags, watchTags } from '../../../document'
import { useFindings, useHeat, usePlaytest } from '../../../state'
import { useDraftNodes, watchDraftNodes } from './draftNodes'
import { heatSteps } from './heat'

/** Tells which nodes' cards may look different until the returned functions are called. */
export function watchMarks(
  session: Session,
  mark: (nodes: Iterable<string>) => void,
): (() => void)[] {
  return [
    watchDraftNodes(session),
    useDraftNodes.subscribe((now, before) => mark([...now.nodes, ...before.nodes])),
    useFindings.subscribe(({ byNode }, before) =>
      mark([...byNode.keys(), ...before.byNode.keys()]),
    ),
    watchTags(session),
    ...watchHeat(session, mark),
    useNodeTags.subscribe((now, before) => mark(labeledNodes(now, before))),
  ]
}

/** All cards, where they are colored or no longer, or where the steps have moved under them. */
function watchHeat({ mirror }: Session, mark: (nodes: Iterable<string>) => void): (() => void)[] {
  let steps = heatSteps(mirror).join()
  const markAll = () => mark(mirror.nodes.keys())
  return [
    useHeat.subscribe(markAll),
    usePlaytest.subscribe(() => useHeat.getState().measure === 'readers' && markAll()),
    mirror.subscribe(() => {
      if (useHeat.getState().measure !== 'words') return
      const now = heatSteps(mirror).join()
      if (now === steps) return
      steps = now
      markAll()
    }),
  ]
}
