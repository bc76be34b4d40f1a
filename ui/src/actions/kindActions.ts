/** Actions with kinds of nodes, including custom kinds. */

import { Plus, Shapes } from 'lucide-react'
import { type Session, useRevision, useSelection, useSession } from '../document'
import { reportError } from '../state/notices'
import { useWorkspace } from '../state/workspace'
import { useTranslation } from '../text'
import { actionContext } from './action'
import type { ReadyAction } from './useActions'

/** The kinds of nodes that a writer makes one by one; groups are made of nodes. */
const isMade = (kind: string) => kind !== 'group'

/** A kind in the writer's words; one of the story's own as it was named. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation()
  return (kind) => t.or(`inspector-kinds-${kind}`, kind)
}

function useKinds(): string[] {
  const { mirror } = useSession()
  useRevision()
  return Object.keys(mirror.kinds).filter(isMade)
}

/** Asks on the map for the title of a new node of a kind; by a form where there is no map. */
function start(kind: string): void {
  const { map, openToolForm } = useWorkspace.getState()
  if (map) map.startNode(undefined, kind)
  else openToolForm({ name: 'create_node', args: { kind } })
}

/** “New character” and so on, for every kind that the story knows. */
export function useNewNodeActions(): ReadyAction[] {
  const { t } = useTranslation()
  const name = useKindName()
  return useKinds().map((kind) => ({
    id: `new-${kind}`,
    label: t('actions-newOf', { kind: name(kind) }),
    icon: Plus,
    danger: false,
    enabled: true,
    perform: () => start(kind),
  }))
}

/** “Kind: character” and so on for what is selected, for every kind that the story knows. */
export function useChangeKindActions(): ReadyAction[] {
  const { t } = useTranslation()
  const session = useSession()
  const name = useKindName()
  useSelection()
  const { nodes } = actionContext(session)
  const enabled = nodes.length > 0 && !nodes.some((it) => kindOf(session, it) === 'group')
  return useKinds().map((kind) => ({
    id: `kind-${kind}`,
    label: t('actions-kindOf', { kind: name(kind) }),
    icon: Shapes,
    danger: false,
    enabled: enabled && nodes.some((it) => kindOf(session, it) !== kind),
    perform: () => void session.data('set_node_kinds', { nodes, kind }).catch(reportError),
  }))
}

function kindOf({ mirror }: Session, node: string): string | undefined {
  return mirror.nodes.get(node)?.kind
}
