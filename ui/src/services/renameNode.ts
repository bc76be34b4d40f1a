/** A node renamed, wherever that is done; what names it by its title follows, in the same step. */

import { type Answer, CallError, type ToolInput, type ToolOutput } from '../bridge'
import type { Session } from '../document'
import { useNotices } from '../state/notices'
import { t } from '../text'

type Renamed = Answer<ToolOutput<'rename_node'>>

/** So many of the nodes that followed are named. */
const NAMED = 4

/** Renames by a caller that shows failures itself; whether it was done. */
export async function renameWith(
  call: (tool: 'rename_node', args: ToolInput<'rename_node'>) => Promise<Renamed | undefined>,
  node: string,
  title: string,
): Promise<boolean> {
  const answer = await call('rename_node', { node, title: title.trim(), rewrite_links: true })
  tell(answer)
  return answer !== undefined
}

/** Tells the writer which texts followed. */
function tell(answer: Renamed | undefined): void {
  const { links = [], rewritten = 0 } = answer?.result?.data ?? {}
  if (rewritten === 0) return
  const comma = t('actions-comma')
  const titles = links.slice(0, NAMED).map((it) => it.title)
  useNotices.getState().show({
    tone: 'good',
    text: t('actions-followed', {
      count: rewritten,
      titles: titles.join(comma) + (links.length > NAMED ? '…' : ''),
    }),
    hint: t('actions-followedHint'),
  })
}

/** Gives a node a new title; none, or the one it has, asks for nothing. */
export async function renameNode(session: Session, node: string, written: string): Promise<void> {
  const title = written.trim()
  if (!title || title === session.mirror.nodes.get(node)?.title) return
  await renameWith(
    async (tool, args) => {
      const answer = await session.call(tool, args)
      if (answer.error) throw new CallError(answer.error)
      return answer
    },
    node,
    title,
  )
}
