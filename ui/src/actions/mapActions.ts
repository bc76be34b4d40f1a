/** Actions on one card or link on the map, and the keys that the map handles itself. */

import {
  ArrowLeftRight,
  ArrowLeftToLine,
  ArrowRightToLine,
  CornerDownRight,
  Link2,
  Split,
  SquareDashed,
  SquarePlus,
} from 'lucide-react'
import { useSelection } from '../document'
import { reverseLink } from '../services/links'
import type { Action, ActionContext } from './action'

const onMap = ({ map }: ActionContext) => map !== undefined
const hasLinkOrNode = (cx: ActionContext) =>
  onMap(cx) && (cx.edge !== undefined || cx.nodes.length === 1)

const linkOf = ({ session, edge }: ActionContext) =>
  edge === undefined ? undefined : session.mirror.edges.get(edge)
const hasLink = (cx: ActionContext) => linkOf(cx) !== undefined

const linkActions: readonly Action[] = [
  {
    id: 'editCondition',
    icon: Split,
    when: (cx) => onMap(cx) && hasLink(cx),
    perform: ({ map }) => map?.editCondition(),
  },
  {
    id: 'insertScene',
    icon: SquarePlus,
    when: (cx) => onMap(cx) && hasLink(cx),
    perform: ({ map, edge }) => edge !== undefined && map?.startInsert(edge),
  },
  {
    id: 'reverseLink',
    icon: ArrowLeftRight,
    when: hasLink,
    perform: async (cx) => {
      const link = linkOf(cx)
      const turned = link && (await reverseLink(cx.session, link))
      if (turned !== undefined) useSelection.getState().selectEdge(turned)
    },
  },
  {
    id: 'goToTarget',
    icon: CornerDownRight,
    when: hasLink,
    perform: (cx) => {
      const link = linkOf(cx)
      if (link) useSelection.getState().goTo([link.to])
    },
  },
]

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
  ...linkActions,
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
  { id: 'size', keys: `Mod+Shift+${ARROWS}` },
  { id: 'pan', keys: `Mod+${ARROWS}` },
  { id: 'toStart', keys: 'Home' },
  { id: 'edit', keys: 'Enter' },
  { id: 'menu', keys: 'Shift+F10' },
  { id: 'letGo', keys: 'Escape' },
]
