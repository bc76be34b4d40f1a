/** The groups into which the selection can be moved, each as an action. */

import { FolderInput } from 'lucide-react'
import { descendantsOf, type Session, useRevision, useSelection, useSession } from '../document'
import { reportError } from '../state/notices'
import { actionContext } from './action'
import { moveToGroup } from './arrangeActions'
import type { ReadyAction } from './useActions'

/** Every group that could hold what is selected and does not hold it yet, by title. */
export function useMoveToGroupActions(): ReadyAction[] {
  const session = useSession()
  useSelection()
  useRevision()
  const cx = actionContext(session)
  const { nodes } = session.mirror
  if (cx.nodes.length === 0) return []
  // A group cannot be put into itself, nor into what it holds.
  const barred = new Set(cx.nodes)
  for (const id of cx.nodes) {
    if (nodes.get(id)?.kind !== 'group') continue
    for (const held of descendantsOf(session.mirror, id)) barred.add(held)
  }
  const outside = (group: string) => cx.nodes.some((it) => nodes.get(it)?.parent !== group)
  return [...nodes.values()]
    .filter((it) => it.kind === 'group' && !barred.has(it.id) && outside(it.id))
    .sort((a, b) => a.title.localeCompare(b.title))
    .map(({ id, title }) => ({
      id: `into-${id}`,
      label: title,
      icon: FolderInput,
      danger: false,
      enabled: true,
      perform: () => void moveToGroup(actionContext(session), id).catch(reportError),
    }))
}

/** Puts nodes into a group, or out of theirs where none is named; what is there already stays. */
export async function moveIntoGroup(
  session: Session,
  nodes: readonly string[],
  group: string | undefined,
): Promise<void> {
  const moved = nodes.filter((it) => {
    const node = session.mirror.nodes.get(it)
    return node !== undefined && node.parent !== group && it !== group
  })
  const [node, ...others] = moved
  if (node === undefined) return
  // A card alone finds its place in the group; several keep theirs.
  if (others.length === 0) await session.data('move_node', { node, group: group ?? '' })
  else await moveToGroup({ ...actionContext(session), nodes: moved }, group ?? '')
}

/** Whether a group can hold all of these nodes: it is none of them, nor inside one of them. */
export function canContain(session: Session, group: string, nodes: readonly string[]): boolean {
  return !nodes.some((it) => it === group || descendantsOf(session.mirror, it).has(group))
}
