/** A node renamed, wherever that was done, and the texts left behind that name its old title. */

import { create } from 'zustand'
import { type Answer, CallFailed } from '../bridge'
import type { Session } from '../document'

/** A node whose text, conditions or effects name another by its title. */
interface NamedIn {
  node: string
  title: string
  count: number
}

interface Renamed {
  node: string
  title: string
  /** The renaming's own number. */
  change: number | undefined
  links: readonly NamedIn[]
}

interface Renaming {
  /** The last renaming, while texts still name the old title and nobody has said what is to become of them. */
  renamed: Renamed | undefined
}

export const useRenamed = create<Renaming>(() => ({ renamed: undefined }))

/** Takes in the answer to a renaming. */
export function hearRenamed(node: string, title: string, answer: Answer | undefined): void {
  const told = answer?.result?.data as { links?: readonly NamedIn[] } | undefined
  const links = told?.links ?? []
  const renamed = links.length > 0 ? { node, title, change: answer?.change, links } : undefined
  useRenamed.setState({ renamed })
}

/** Leaves the texts as they are. */
export function leaveLinks(): void {
  useRenamed.setState({ renamed: undefined })
}

/** Gives a node a new title; none, or the one it has, asks for nothing. */
export async function renameNode(session: Session, node: string, written: string): Promise<void> {
  const title = written.trim()
  if (!title || title === session.mirror.nodes.get(node)?.title) return
  const answer = await session.call('rename_node', { node, title })
  if (answer.error) throw new CallFailed(answer.error)
  hearRenamed(node, title, answer)
}

/** Has the texts follow, as one step with the renaming. */
export async function rewriteLinks(session: Session): Promise<void> {
  const { renamed } = useRenamed.getState()
  if (!renamed) return
  const { node, title, change } = renamed
  // The renaming is taken back and done again with its links, so that both are one step.
  const { steps } = await session.data<{ steps: { changes: number[]; undone: boolean }[] }>(
    'list_steps',
    { limit: 1 },
  )
  const [newest] = steps
  const ours = newest && !newest.undone && newest.changes.includes(change ?? -1)
  if (ours) await session.data('undo', {})
  await session.data('rename_node', { node, title, rewrite_links: true })
  leaveLinks()
}
