/** What cards show beside the story itself, and changes without it: drafts, findings, tags, status. */

import { labeledNodes, type Session, useNodeTags, watchTags } from '../../../document'
import { useFindings } from '../../../state'
import { useDraftNodes, watchDraftNodes } from './draftNodes'

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
    useNodeTags.subscribe((now, before) => mark(labeledNodes(now, before))),
  ]
}
