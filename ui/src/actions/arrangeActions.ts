/** Actions on several nodes at once: align, group, duplicate, change the kind. */

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceBetween,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceBetween,
  ClipboardPaste,
  Copy,
  CopyPlus,
  FolderInput,
  FolderOutput,
  FoldHorizontal,
  FoldVertical,
  LogIn,
  LogOut,
  type LucideIcon,
  Scaling,
  Scissors,
  Shrink,
  UnfoldHorizontal,
  UnfoldVertical,
} from 'lucide-react'
import { hasBranch } from '../document'
import { useCollapsed } from '../state/collapsed'
import { ALIGNMENTS, type Alignment } from '../state/workspace'
import type { Action, ActionContext } from './action'
import { copyNodes, cutNodes, duplicateNodes, pasteNodes } from './clipboardActions'
import { fitGroups } from './storyActions'

const ALIGN_ICONS: Record<Alignment, LucideIcon> = {
  alignLeft: AlignStartVertical,
  alignCenter: AlignCenterVertical,
  alignRight: AlignEndVertical,
  alignTop: AlignStartHorizontal,
  alignMiddle: AlignCenterHorizontal,
  alignBottom: AlignEndHorizontal,
  spreadAcross: AlignHorizontalSpaceBetween,
  spreadDown: AlignVerticalSpaceBetween,
}

/** Where no more nodes than this are selected, their branches are looked for. */
const MANY = 20

const ALIGN_KEYS: Partial<Record<Alignment, string>> = {
  alignLeft: 'A',
  alignRight: 'D',
  alignTop: 'W',
  alignBottom: 'S',
  alignCenter: 'H',
  alignMiddle: 'V',
}

const alignments: Action[] = ALIGNMENTS.map((how) => ({
  id: how,
  icon: ALIGN_ICONS[how],
  ...(ALIGN_KEYS[how] ? { keys: [`Alt+${ALIGN_KEYS[how]}`] } : {}),
  when: ({ map, nodes }) => map !== undefined && nodes.length > (how.startsWith('spread') ? 2 : 1),
  perform: ({ map }) => map?.align(how),
}))

function groupsOf({ session, nodes }: ActionContext) {
  return nodes
    .flatMap((it) => session.mirror.nodes.get(it) ?? [])
    .filter((it) => it.kind === 'group')
}

/** Groups with a frame and something in it. */
function expandedGroups(cx: ActionContext): string[] {
  const { nodes } = cx.session.mirror
  const holding = new Set([...nodes.values()].map((it) => it.parent))
  return groupsOf(cx)
    .filter((it) => !it.collapsed && holding.has(it.id))
    .map((it) => it.id)
}

const isInGroup = ({ session, nodes }: ActionContext) =>
  nodes.some((it) => session.mirror.nodes.get(it)?.parent !== undefined)

const fold = (folded: boolean): Action => ({
  id: folded ? 'fold' : 'unfold',
  icon: folded ? FoldVertical : UnfoldVertical,
  keys: ['F'],
  when: (cx) => groupsOf(cx).some((it) => Boolean(it.collapsed) !== folded),
  perform: (cx) => {
    const groups = groupsOf(cx).filter((it) => Boolean(it.collapsed) !== folded)
    return cx.session.data('fold_groups', { groups: groups.map((it) => it.id), folded })
  },
})

/** The selected nodes whose branches can be collapsed, or expanded again. */
function branchesOf({ session, nodes }: ActionContext, collapsed: boolean): string[] {
  const { nodes: known } = useCollapsed.getState()
  const own = nodes.filter((it) => session.mirror.nodes.get(it)?.kind !== 'group')
  // Of many, which ones have a branch would take long to find out.
  if (collapsed && own.length > MANY) return []
  return own.filter((it) => known.has(it) !== collapsed && hasBranch(session.mirror, it))
}

const branch = (collapsed: boolean): Action => ({
  id: collapsed ? 'collapseBranch' : 'expandBranch',
  icon: collapsed ? FoldHorizontal : UnfoldHorizontal,
  keys: ['F'],
  when: (cx) => cx.map !== undefined && branchesOf(cx, collapsed).length > 0,
  perform: (cx) => useCollapsed.getState().setCollapsed(branchesOf(cx, collapsed), collapsed),
})

/** The selected cards that have a size of their own. */
function sizedCards({ session, nodes }: ActionContext) {
  return nodes
    .flatMap((it) => session.mirror.nodes.get(it) ?? [])
    .filter((it) => it.kind !== 'group' && (it.width !== undefined || it.height !== undefined))
}

/** Puts nodes into a group, or with an empty one out of theirs, where they stand. */
export function moveToGroup({ session, nodes }: ActionContext, group: string): Promise<unknown> {
  const places = nodes.flatMap((id) => {
    const node = session.mirror.nodes.get(id)
    return node && id !== group ? [{ node: id, x: node.x, y: node.y }] : []
  })
  return session.data('move_nodes', { places, group })
}

export const arrangeActions: readonly Action[] = [
  ...alignments,
  fold(true),
  fold(false),
  branch(true),
  branch(false),
  {
    id: 'fitGroup',
    icon: Shrink,
    when: (cx) => expandedGroups(cx).length > 0,
    perform: (cx) => fitGroups(cx, expandedGroups(cx)),
  },
  {
    id: 'usualSize',
    icon: Scaling,
    when: (cx) => cx.map !== undefined && sizedCards(cx).length > 0,
    perform: (cx) => {
      const places = sizedCards(cx).map(({ id, x, y }) => ({ node: id, x, y, width: 0, height: 0 }))
      return cx.session.data('move_nodes', { places })
    },
  },
  {
    id: 'enterGroup',
    icon: LogIn,
    keys: ['Mod+Enter'],
    storyAreaOnly: true,
    when: (cx) => cx.map !== undefined && cx.nodes.length === 1 && groupsOf(cx).length === 1,
    perform: ({ map, nodes }) => map?.enter(nodes[0]),
  },
  {
    id: 'leaveGroup',
    icon: LogOut,
    keys: ['Mod+Backspace'],
    storyAreaOnly: true,
    when: ({ map }) => map?.root !== undefined,
    perform: ({ map }) => map?.leave(),
  },
  {
    id: 'intoGroup',
    icon: FolderInput,
    when: (cx) => cx.nodes.length > 1 && groupsOf(cx).length === 1,
    perform: (cx) => moveToGroup(cx, groupsOf(cx)[0]?.id ?? ''),
  },
  {
    id: 'outOfGroup',
    icon: FolderOutput,
    when: isInGroup,
    perform: (cx) => moveToGroup(cx, ''),
  },
  {
    id: 'duplicate',
    icon: CopyPlus,
    keys: ['Mod+D'],
    storyAreaOnly: true,
    when: (cx) => cx.nodes.length > 0,
    perform: duplicateNodes,
  },
  {
    id: 'copy',
    icon: Copy,
    keys: ['Mod+C'],
    storyAreaOnly: true,
    when: (cx) => cx.nodes.length > 0,
    perform: copyNodes,
  },
  {
    id: 'cut',
    icon: Scissors,
    keys: ['Mod+X'],
    storyAreaOnly: true,
    when: (cx) => cx.nodes.length > 0,
    perform: cutNodes,
  },
  {
    id: 'paste',
    icon: ClipboardPaste,
    keys: ['Mod+V'],
    leftToBrowser: true,
    perform: pasteNodes,
  },
]
