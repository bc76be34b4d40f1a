/** What is done on the map with one card or link in particular, and the keys the map takes itself. */

import { ArrowLeftToLine, ArrowRightToLine, Link2, SquareDashed } from 'lucide-react'
import type { Action, ActionContext } from './action'

const onMap = ({ map }: ActionContext) => map !== undefined
const hasLinkOrNode = (cx: ActionContext) =>
  onMap(cx) && (cx.edge !== undefined || cx.nodes.length === 1)

export const mapActions: readonly Action[] = [
  {
    id: 'linkTo',
    icon: Link2,
    keys: ['L'],
    when: ({ map, nodes, session }) =>
      map !== undefined &&
      nodes.length === 1 &&
      session.mirror.nodes.get(nodes[0] ?? '')?.kind !== 'group',
    perform: ({ map, nodes: [from] }) => from !== undefined && map?.startConnecting(from),
  },
  {
    id: 'nextLink',
    icon: ArrowRightToLine,
    keys: ['E'],
    when: hasLinkOrNode,
    perform: ({ map }) => map?.stepLink(1),
  },
  {
    id: 'previousLink',
    icon: ArrowLeftToLine,
    keys: ['Shift+E'],
    when: hasLinkOrNode,
    perform: ({ map }) => map?.stepLink(-1),
  },
  {
    id: 'groupAround',
    icon: SquareDashed,
    keys: ['G'],
    when: (cx) => onMap(cx) && cx.nodes.length === 1,
    perform: ({ map }) => map?.selectAround(),
  },
]

const ARROWS = '← ↑ → ↓'

/**
 * Keys that the map takes itself, for the help; what each does stands under `mapKeys` in the words of
 * the actions.
 */
export const MAP_KEYS: readonly { id: string; keys: string }[] = [
  { id: 'go', keys: ARROWS },
  { id: 'add', keys: `Shift+${ARROWS}` },
  { id: 'move', keys: `Alt+${ARROWS}` },
  { id: 'moveFar', keys: `Shift+Alt+${ARROWS}` },
  { id: 'pan', keys: `Mod+${ARROWS}` },
  { id: 'toStart', keys: 'Home' },
  { id: 'edit', keys: 'Enter' },
  { id: 'menu', keys: 'Shift+F10' },
  { id: 'letGo', keys: 'Escape' },
]
