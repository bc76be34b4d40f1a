/** The actions that are more than one plain call. */

import { useSelection } from '../document'
import { reportError, useNotices } from '../state/notices'
import { t } from '../text'
import { currentToolName } from '../text/formerTools'
import type { ActionContext } from './action'

const say = (key: string, values: Record<string, unknown> = {}) =>
  useNotices.getState().show({ tone: 'good', text: t.or(`actions-${key}`, key, values) })

/** Steps in the writer's words; several of a kind are named once. */
function named(steps: readonly string[] = []): string {
  const words = steps.map((it) => t.or(`actions-steps-${currentToolName(it)}`, it))
  return [...new Set(words)].join(t('actions-comma'))
}

export async function undo({ session }: ActionContext): Promise<void> {
  const { undone } = await session.data('undo')
  say('undone', { what: named(undone) })
}

export async function redo({ session }: ActionContext): Promise<void> {
  const { redone } = await session.data('redo')
  say('redone', { what: named(redone) })
}

/** Tidies the selected nodes, or the whole map; what is tidy already makes no step, which is said. */
export async function tidyMap({ session, nodes }: ActionContext): Promise<void> {
  const among = nodes.length > 1 ? { nodes } : {}
  const { moved } = await session.data('tidy_map', among)
  if (moved === 0) say('tidyAlready')
}

/** Lays the outermost groups out as lanes; those that are already make no step, which is said. */
export async function layOutLanes({ session }: ActionContext): Promise<void> {
  const { moved } = await session.data('tidy_map', { lanes: true })
  if (moved === 0) say('lanesAlready')
}

/** Draws frames around what they hold; those that fit already make no step, which is said. */
export async function fitGroups({ session }: ActionContext, groups: string[]): Promise<void> {
  const { count } = await session.data('fit_groups', { groups })
  if (count === 0) say('fitAlready')
}

export async function groupNodes({ session, nodes, map }: ActionContext): Promise<void> {
  const title = t('actions-newGroup')
  const made = await session.data('group_nodes', { nodes, title })
  const id = made.node?.id
  if (!id) return
  await session.refresh()
  useSelection.getState().select([id])
  map?.startRename(id)
}

/** Removes the selected link, or the selected nodes as one step. */
export async function removeSelected(cx: ActionContext): Promise<void> {
  const { session, nodes, edge } = cx
  const link = edge === undefined ? undefined : session.mirror.edges.get(edge)
  if (link) {
    // Beside a labeled link a plain one is distinguished by its empty label.
    const { from, to, label } = link
    await session.data('remove_link', { from, to, label })
    useSelection.getState().clear()
    return
  }
  const [first] = nodes
  const title = (first && session.mirror.nodes.get(first)?.title) ?? ''
  if (nodes.length === 1) await session.data('remove_node', { node: first })
  else await session.data('remove_nodes', { nodes })
  useSelection.getState().clear()
  const count = nodes.length
  useNotices.getState().show({
    tone: 'good',
    text: count === 1 ? t('actions-removedOne', { title }) : t('actions-removedMany', { count }),
    action: { label: t('actions-undo'), perform: () => void undo(cx).catch(reportError) },
  })
}
