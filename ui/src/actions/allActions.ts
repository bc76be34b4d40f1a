/** Every action of the window, once; toolbar, keyboard, menus and palette all read this list. */

import {
  ArchiveRestore,
  BookOpenText,
  BoxSelect,
  Copy,
  CopyMinus,
  Download,
  Feather,
  FilePlus2,
  Flag,
  Focus,
  FolderOpen,
  Globe,
  Group,
  House,
  Keyboard,
  Languages,
  Link2,
  Maximize,
  Moon,
  Palette,
  PanelRight,
  PanelsTopLeft,
  Pencil,
  Play,
  Plus,
  Redo2,
  Replace,
  Rows3,
  Scan,
  Search,
  Settings,
  Shapes,
  Signpost,
  SplinePointer,
  Sun,
  SunMoon,
  Table2,
  Trash2,
  Undo2,
  Ungroup,
  Upload,
  Wand2,
  Waypoints,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { useSelection } from '../document'
import { focusPanel } from '../state/page'
import { isPanelShown, isSideOpen } from '../state/panelLayout'
import { type PanelRow, panelRows } from '../state/panels'
import { useDock } from '../state/playState'
import { usePreferences } from '../state/preferences'
import { useTour } from '../state/tour'
import { useUndoState } from '../state/undoState'
import { useWorkspace } from '../state/workspace'
import { LANGUAGES } from '../text'
import type { Action, ActionContext } from './action'
import { arrangeActions } from './arrangeActions'
import {
  newStory,
  newWindow,
  openStory,
  saveCopy,
  saveCopyWithoutHistory,
  showBackups,
} from './fileActions'
import { mapActions } from './mapActions'
import { navigationActions } from './navigationActions'
import { sceneActions } from './sceneActions'
import { groupNodes, layOutLanes, redo, removeSelected, tidyMap, undo } from './storyActions'

const hasMap = (cx: ActionContext) => cx.map !== undefined
const hasNodes = (cx: ActionContext) => cx.nodes.length > 0
const hasOpenGroup = ({ session: { mirror } }: ActionContext) =>
  [...mirror.nodes.values()].some((it) => it.kind === 'group' && !it.parent && !it.collapsed)
const hasOne = (cx: ActionContext) => cx.nodes.length === 1
/** One that can be read, and from which links lead: no group. */
const hasPassage = (cx: ActionContext) =>
  hasOne(cx) && cx.session.mirror.nodes.get(cx.nodes[0] ?? '')?.kind !== 'group'

/** The six colors of the palette, and none. */
export const COLORS = ['1', '2', '3', '4', '5', '6', ''] as const

const colors: Action[] = COLORS.map((color) => ({
  id: color ? `color${color}` : 'colorNone',
  icon: Palette,
  when: hasNodes,
  perform: ({ session, nodes }) =>
    session.data('color_nodes', { nodes, ...(color ? { color } : {}) }),
}))

const story: Action[] = [
  {
    id: 'undo',
    icon: Undo2,
    keys: ['Mod+Z'],
    when: () => useUndoState.getState().undo,
    perform: undo,
  },
  {
    id: 'redo',
    icon: Redo2,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    when: () => useUndoState.getState().redo,
    perform: redo,
  },
  {
    id: 'newNode',
    icon: Plus,
    keys: ['N'],
    when: hasMap,
    perform: (cx) => cx.map?.startNode(),
  },
  {
    id: 'newLinked',
    icon: SplinePointer,
    keys: ['Shift+N'],
    when: (cx) => hasMap(cx) && hasPassage(cx),
    perform: (cx) => cx.map?.startNode(cx.nodes[0]),
  },
  ...sceneActions,
  { id: 'newKind', icon: Shapes, perform: () => useWorkspace.getState().setDialog('kind') },
  {
    id: 'rename',
    icon: Pencil,
    keys: ['F2'],
    storyAreaOnly: true,
    when: (cx) => hasMap(cx) && (hasOne(cx) || cx.edge !== undefined),
    perform: ({ map, nodes: [node], edge }) => {
      if (node) map?.startRename(node)
      else if (edge) map?.startRelabel(edge)
    },
  },
  {
    id: 'link',
    icon: Link2,
    keys: ['L'],
    when: (cx) => hasMap(cx) && cx.nodes.length === 2,
    perform: ({ map, nodes: [from, to] }) => {
      if (from && to) map?.startLink(from, to)
    },
  },
  {
    id: 'setStart',
    icon: Flag,
    when: hasPassage,
    perform: ({ session, nodes }) => session.data('set_start', { node: nodes[0] }),
  },
  { id: 'group', icon: Group, keys: ['Mod+G'], when: hasNodes, perform: groupNodes },
  {
    id: 'ungroup',
    icon: Ungroup,
    keys: ['Mod+Shift+G'],
    when: ({ session, nodes: [node, ...others] }) =>
      others.length === 0 && node !== undefined && session.mirror.nodes.get(node)?.kind === 'group',
    perform: ({ session, nodes }) => session.data('ungroup', { group: nodes[0] }),
  },
  ...colors,
  {
    id: 'remove',
    icon: Trash2,
    keys: ['Delete'],
    danger: true,
    when: (cx) => hasNodes(cx) || cx.edge !== undefined,
    perform: removeSelected,
  },
]

const view: Action[] = [
  {
    id: 'selectAll',
    icon: BoxSelect,
    keys: ['Mod+A'],
    storyAreaOnly: true,
    perform: ({ session, map }) => {
      const { nodes } = session.mirror
      const inside = [...nodes.values()].filter((it) => !map?.root || it.parent === map.root)
      useSelection.getState().select(inside.map((it) => it.id))
    },
  },
  {
    id: 'fitAll',
    icon: Maximize,
    keys: ['Shift+1', '0'],
    when: hasMap,
    perform: (cx) => cx.map?.fitAll(),
  },
  {
    id: 'fitSelection',
    icon: Scan,
    keys: ['Shift+2'],
    when: (cx) => hasMap(cx) && hasNodes(cx),
    perform: (cx) => cx.map?.fitSelection(),
  },
  { id: 'zoomIn', icon: ZoomIn, keys: ['+'], when: hasMap, perform: (cx) => cx.map?.zoom(1.25) },
  { id: 'zoomOut', icon: ZoomOut, keys: ['-'], when: hasMap, perform: (cx) => cx.map?.zoom(0.8) },
  { id: 'zoomFull', icon: Search, when: hasMap, perform: (cx) => cx.map?.zoomTo(1) },
  {
    id: 'tidy',
    icon: Wand2,
    keys: ['Mod+Shift+L'],
    perform: tidyMap,
  },
  { id: 'lanes', icon: Rows3, when: hasOpenGroup, perform: layOutLanes },
]

const hasWindowContext = (cx: ActionContext) => cx.windowContext !== undefined
const isNative = (cx: ActionContext) => cx.windowContext?.program.native !== undefined
const { setPalette, setDialog, setView, toggleFocus } = useWorkspace.getState()

const files: Action[] = [
  {
    id: 'closeStory',
    icon: House,
    when: hasWindowContext,
    perform: (cx) => cx.windowContext?.leave(),
  },
  { id: 'newStory', icon: FilePlus2, when: hasWindowContext, perform: newStory },
  { id: 'openStory', icon: FolderOpen, when: hasWindowContext, perform: openStory },
  { id: 'newWindow', icon: PanelsTopLeft, when: isNative, perform: newWindow },
  { id: 'importFile', icon: Download, perform: () => setDialog('import') },
  { id: 'exportStory', icon: Upload, perform: () => setDialog('export') },
  { id: 'styleGuide', icon: Feather, perform: () => setDialog('style') },
  { id: 'storyLanguages', icon: Globe, perform: () => setDialog('languages') },
  { id: 'saveCopy', icon: Copy, when: hasWindowContext, perform: saveCopy },
  {
    id: 'saveCopyWithoutHistory',
    icon: CopyMinus,
    when: hasWindowContext,
    perform: saveCopyWithoutHistory,
  },
  { id: 'backups', icon: ArchiveRestore, when: hasWindowContext, perform: showBackups },
  {
    id: 'settings',
    icon: Settings,
    keys: ['Mod+,'],
    when: hasWindowContext,
    perform: () => setDialog('settings'),
  },
]

const { setTheme, setLanguage } = usePreferences.getState()

const windowActions: Action[] = [
  {
    id: 'viewMap',
    icon: Waypoints,
    keys: ['Mod+1'],
    showsBeside: true,
    perform: () => setView('map'),
  },
  {
    id: 'viewText',
    icon: BookOpenText,
    keys: ['Mod+2'],
    showsBeside: true,
    perform: () => setView('text'),
  },
  {
    id: 'viewBible',
    icon: Table2,
    keys: ['Mod+3'],
    showsBeside: true,
    perform: () => setView('bible'),
  },
  { id: 'replaceAll', icon: Replace, keys: ['Mod+Shift+H'], perform: () => setDialog('replace') },
  {
    id: 'rightSide',
    icon: PanelRight,
    keys: ['Mod+Alt+0'],
    showsBeside: true,
    perform: () => {
      const workspace = useWorkspace.getState()
      workspace.setSide('right', !isSideOpen(workspace, 'right'))
    },
  },
  {
    id: 'focus',
    icon: Focus,
    keys: ['Mod+Alt+F'],
    showsBeside: true,
    perform: () => toggleFocus(),
  },
  { id: 'search', icon: Search, keys: ['Mod+K'], perform: () => setPalette(true) },
  {
    id: 'keysHelp',
    icon: Keyboard,
    keys: ['Shift+?', 'F1'],
    perform: () => setDialog('keys'),
  },
  { id: 'tour', icon: Signpost, perform: () => useTour.getState().start() },
  { id: 'themeLight', icon: Sun, perform: () => setTheme('light') },
  { id: 'themeDark', icon: Moon, perform: () => setTheme('dark') },
  { id: 'themeSystem', icon: SunMoon, perform: () => setTheme('system') },
]

/** The id of the action that shows the window in a language. */
export const languageAction = (code: string) => `language:${code}`

const languageActions: Action[] = LANGUAGES.map(({ code, name }) => ({
  id: languageAction(code),
  icon: Languages,
  label: name,
  perform: () => setLanguage(code),
}))

const { playFrom } = useDock.getState()

/** Shows a panel with the keyboard in it, or closes its side where it is shown. */
const panelAction = ({ id, icon, shortcut, otherShortcuts = [], prepare }: PanelRow): Action => ({
  id,
  icon,
  ...(shortcut === undefined ? {} : { keys: [shortcut, ...otherShortcuts] }),
  showsBeside: true,
  perform: () => {
    const workspace = useWorkspace.getState()
    prepare?.()
    if (!prepare && isPanelShown(workspace, id)) workspace.setPanel(id, false)
    else focusPanel(id)
  },
})

const playActions: Action[] = [
  {
    id: 'playHere',
    icon: Play,
    keys: ['P'],
    showsBeside: true,
    when: hasPassage,
    perform: ({ nodes }) => playFrom(nodes[0]),
  },
]

const fixed: readonly Action[] = [
  ...story,
  ...mapActions,
  ...arrangeActions,
  ...navigationActions,
  ...view,
  ...playActions,
  ...files,
  ...windowActions,
  ...languageActions,
]

/** Every action; the panels' own last. */
export function allActions(): readonly Action[] {
  return [...fixed, ...panelRows().map(panelAction)]
}
