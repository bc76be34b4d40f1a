/** The actions of a writer who goes on from one scene to the next. */

import { ListPlus } from 'lucide-react'
import { type Mirror, useSelection } from '../document'
import { openPage } from '../state/page'
import { t } from '../text'
import type { Action, ActionContext } from './action'

/** The scene that a scene only leads on to; `null` where a reader chooses, none at the end. */
function nextScene(mirror: Mirror, scene: string): string | undefined | null {
  const ways = mirror.edgesFrom(scene).filter((it) => !it.includes)
  const [way] = ways
  if (!way) return undefined
  const isPlain = !(way.label || way.condition || way.effect || way.once || way.dynamic)
  return ways.length === 1 && isPlain ? way.to : null
}

function unusedTitle(mirror: Mirror, title: string): string {
  const used = new Set([...mirror.nodes.values()].map((it) => it.title))
  let number = 1
  const numbered = () => (number === 1 ? title : `${title} ${number}`)
  while (used.has(numbered())) number += 1
  return numbered()
}

/** Puts a scene between a scene and the next one, in the same group, and opens its page. */
async function insertScene({ session, nodes: [after] }: ActionContext): Promise<void> {
  const { mirror } = session
  if (after === undefined) return
  const before = nextScene(mirror, after)
  const group = mirror.nodes.get(after)?.parent
  const made = await session.data('create_node', {
    title: unusedTitle(mirror, t('actions-newSceneTitle')),
    after,
    ...(before ? { before } : {}),
    ...(group === undefined ? {} : { group }),
  })
  await session.refresh()
  useSelection.getState().goTo([made.node.id])
  openPage(made.node.id)
}

export const sceneActions: readonly Action[] = [
  {
    id: 'newAfter',
    icon: ListPlus,
    keys: ['Mod+Shift+Enter'],
    when: ({ session, nodes: [node, ...others] }) => {
      const kind = node === undefined ? undefined : session.mirror.nodes.get(node)?.kind
      const isScene = node !== undefined && kind === 'scene' && others.length === 0
      return isScene && nextScene(session.mirror, node) !== null
    },
    perform: insertScene,
  },
]
