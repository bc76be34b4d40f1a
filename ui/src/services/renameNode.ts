/**
 * Renames a node; references to its title are updated in the same step. Mentions in running text
 * are updated if the writer accepts the offer, also in that step.
 */

import { type Answer, CallError, type ToolInput, type ToolOutput } from '../bridge'
import type { Session } from '../document'
import { reportError, useNotices } from '../state/notices'
import { t } from '../text'

type Renamed = Answer<ToolOutput<'rename_node'>>
type RenameArgs = ToolInput<'rename_node'>
type RenameCall = (tool: 'rename_node', args: RenameArgs) => Promise<Renamed | undefined>

/** So many of the nodes that followed are named. */
const NAMED = 4

/** Renames by a caller that shows failures itself; whether it was done. */
export async function renameWith(
  session: Session,
  call: RenameCall,
  { node, title, ...rest }: Pick<RenameArgs, 'title' | 'alias_key'> & { node: string },
): Promise<boolean> {
  const args = { node, title: title.trim(), rewrite_links: true, ...rest }
  const answer = await call('rename_node', args)
  if (answer) tell(session, args, answer)
  return answer !== undefined
}

/** Tells the writer which texts followed, and offers to change those that mention the old title. */
function tell(session: Session, args: RenameArgs, { result, change }: Renamed): void {
  if (!result) return
  const { links = [], rewritten = 0, mentions = [], before, rewritten_mentions } = result.data
  const followed = rewritten > 0 && t('actions-followed', { count: rewritten, ...titlesOf(links) })
  if (mentions.length > 0 && rewritten_mentions === undefined && change !== undefined) {
    const count = mentions.reduce((sum, it) => sum + it.count, 0)
    const left = t('actions-mentioned', { count, title: before, ...titlesOf(mentions) })
    useNotices.getState().show({
      tone: 'good',
      text: followed || left,
      ...(followed ? { hint: left } : {}),
      action: {
        label: t('actions-mentions-change'),
        perform: () => void renameWithMentions(session, args, change).catch(reportError),
      },
    })
    return
  }
  if (!followed && !rewritten_mentions) return
  useNotices.getState().show({
    tone: 'good',
    text:
      followed ||
      t('actions-mentions-changed', { count: rewritten_mentions ?? 0, ...titlesOf(mentions) }),
    hint: t('actions-followedHint'),
  })
}

function titlesOf(nodes: readonly { title: string }[]): { titles: string } {
  const titles = nodes.slice(0, NAMED).map((it) => it.title)
  return { titles: titles.join(t('actions-comma')) + (nodes.length > NAMED ? '…' : '') }
}

/** Renames again in place of a change, this time with the mentions, so that one undo restores all. */
async function renameWithMentions(
  session: Session,
  args: RenameArgs,
  change: number,
): Promise<void> {
  const undone = await session.call('undo', { change, alone: true })
  if (undone.error) throw new CallError(undone.error)
  const all = { ...args, rewrite_mentions: true }
  const answer = await session.call('rename_node', all)
  if (answer.error) {
    await session.call('redo', {})
    throw new CallError(answer.error)
  }
  tell(session, all, answer)
}

/** Gives a node a new title; none, or the one it has, asks for nothing. */
export async function renameNode(session: Session, node: string, written: string): Promise<void> {
  const title = written.trim()
  if (!title || title === session.mirror.nodes.get(node)?.title) return
  const call: RenameCall = async (tool, args) => {
    const answer = await session.call(tool, args)
    if (answer.error) throw new CallError(answer.error)
    return answer
  }
  await renameWith(session, call, { node, title })
}
