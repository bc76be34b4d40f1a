/** The context menu of the selection, the same in every view. */

import { AlignStartVertical, FolderInput, Palette, Plus, Shapes } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSelection } from '../document'
import { ContextMenuItems, type MenuEntry, type MenuItem } from '../kit'
import { ALIGNMENTS } from '../state/workspace'
import { useTranslation } from '../text'
import { COLORS } from './allActions'
import { useMoveToGroupActions } from './groupActions'
import { useChangeKindActions, useNewNodeActions } from './kindActions'
import styles from './SelectionMenu.module.css'
import { type ReadyAction, useActions } from './useActions'

const ON_NODES = [
  'rename',
  'newAfter',
  'newLinked',
  'link',
  'linkTo',
  'setStart',
  'playHere',
  'openOnSecondPage',
  '-',
  'enterGroup',
  'fold',
  'unfold',
  'collapseBranch',
  'expandBranch',
  'fitGroup',
  'usualSize',
  'group',
  'toGroup',
  'outOfGroup',
  'ungroup',
  '-',
  'kind',
  'color',
  'align',
  '-',
  'duplicate',
  'cut',
  'copy',
  'paste',
  '-',
  'fitSelection',
  'tidy',
  '-',
  'remove',
]
const ON_LINK = [
  'rename',
  'editCondition',
  '-',
  'insertScene',
  'reverseLink',
  'goToTarget',
  '-',
  'remove',
]
const ON_BACKGROUND = [
  'newNode',
  'newOf',
  'paste',
  'leaveGroup',
  '-',
  'selectAll',
  'fitAll',
  'tidy',
  'lanes',
  '-',
  'undo',
  'redo',
]

/**
 * What can be done with what is selected; with the story itself, where nothing is. `rename` is done in
 * place of the map's own renaming. The content of a `ContextMenuArea`: it reads the whole story, so it
 * is rendered only while the menu is open.
 */
export function SelectionMenu({ rename }: { rename?: () => void }) {
  return <ContextMenuItems lines={useSelectionLines(rename)} />
}

function useSelectionLines(rename?: () => void): MenuItem[] {
  const { t } = useTranslation()
  const count = useSelection((it) => it.nodes.size)
  const edge = useSelection((it) => it.edge)
  const ready = new Map(useActions().map((it) => [it.id, it]))
  const newOfKind = useNewNodeActions()
  const kindChanges = useChangeKindActions().filter((it) => it.enabled)
  const intoGroups = useMoveToGroupActions()
  const ids = count > 0 ? ON_NODES : edge === undefined ? ON_BACKGROUND : ON_LINK
  const some = (wanted: readonly string[]) =>
    wanted.flatMap((it) => ready.get(it) ?? []).filter((it) => it.enabled)
  const within: Record<string, MenuItem[]> = {
    color: some(COLORS.map((it) => (it ? `color${it}` : 'colorNone'))).map(colorLine),
    kind: kindChanges.map(shortLine),
    newOf: [...newOfKind.map(shortLine), 'separator', ...some(['newKind']).map(lineOf)],
    align: some(ALIGNMENTS).map(lineOf),
    toGroup: intoGroups.map(lineOf),
  }
  const lines = ids.flatMap((id): MenuItem[] => {
    if (id === '-') return ['separator']
    const inner = within[id]
    if (inner) {
      const icon = GROUPS[id]
      return inner.length > 0
        ? [{ id, label: t.or(`map-menu-${id}`, id), icon, perform: () => {}, lines: inner }]
        : []
    }
    const action = ready.get(id)
    const isHere = id === 'rename' && rename !== undefined && count === 1
    if (!action || !(action.enabled || isHere)) return []
    return [isHere ? { ...lineOf(action), perform: rename } : lineOf(action)]
  })
  // No separator at either end, and none beside another.
  return lines.filter(
    (it, at) => it !== 'separator' || (at > 0 && at < lines.length - 1 && lines[at + 1] !== it),
  )
}

const GROUPS: Record<string, ReactNode> = {
  toGroup: <FolderInput size={15} aria-hidden />,
  color: <Palette size={15} aria-hidden />,
  kind: <Shapes size={15} aria-hidden />,
  newOf: <Plus size={15} aria-hidden />,
  align: <AlignStartVertical size={15} aria-hidden />,
}

function lineOf(action: ReadyAction): MenuEntry {
  const { id, label, icon: Icon, keys, danger, perform } = action
  return {
    id,
    label,
    icon: <Icon size={15} aria-hidden />,
    danger,
    perform,
    ...(keys === undefined ? {} : { keys }),
  }
}

/** “Color: red” is for the palette, where it stands alone. */
function shortLine(action: ReadyAction): MenuItem {
  return { ...lineOf(action), label: action.label.replace(/^.*[:：]\s*/, '') }
}

function colorLine(action: ReadyAction): MenuItem {
  const { id, perform } = action
  const label = action.label.replace(/^.*[:：]\s*/, '')
  return { id, label, icon: <Swatch color={id.slice(5)} />, perform }
}

function Swatch({ color }: { color?: string }) {
  const known = color !== undefined && /^\d$/.test(color)
  return (
    <span
      className={styles.swatch}
      style={known ? { background: `var(--color-${color})` } : undefined}
    />
  )
}
