/** Nodes copied, put down again, and doubled. What is copied also lies in the system's clipboard as text. */

import { useSelection } from '../document'
import type { ActionContext } from './action'

let copied: { story: string; nodes: readonly string[] } | undefined

interface Copies {
  nodes: { id: string }[]
}

async function putDown({ session }: ActionContext, args: Record<string, unknown>): Promise<void> {
  const made = await session.data<Copies>('duplicate_nodes', args)
  await session.refresh()
  useSelection.getState().select(made.nodes.map((it) => it.id))
}

export async function duplicateNodes(cx: ActionContext): Promise<void> {
  await putDown(cx, { nodes: cx.nodes })
}

/** Whether something copied of this story is still there to be put down. */
export function hasCopied({ session }: ActionContext): boolean {
  const { mirror } = session
  return copied?.story === mirror.story.id && copied.nodes.some((it) => mirror.nodes.has(it))
}

export async function copyNodes({ session, nodes }: ActionContext): Promise<void> {
  const { mirror } = session
  copied = { story: mirror.story.id, nodes }
  const cards = nodes.flatMap((it) => mirror.nodes.get(it) ?? [])
  const words = cards.map((it) => (it.excerpt ? `# ${it.title}\n\n${it.excerpt}` : `# ${it.title}`))
  // Another program may be pasted into; a browser that refuses loses nothing of the copy here.
  await navigator.clipboard?.writeText(words.join('\n\n')).catch(() => undefined)
}

export async function pasteNodes(cx: ActionContext): Promise<void> {
  const { mirror } = cx.session
  const nodes = copied?.nodes.filter((it) => mirror.nodes.has(it)) ?? []
  if (nodes.length > 0) await putDown(cx, { nodes, ...cx.map?.pasteAt(nodes) })
}
