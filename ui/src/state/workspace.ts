/** What is open in this window: panels, the palette, and the map that actions can steer. */

import { create } from 'zustand'
import type {
  ErrorReport,
  FileContent,
  NamedStory,
  Program,
  ProgramSettings,
  ToolOutput,
} from '../bridge'
import {
  isOverlaying,
  type PanelLayout,
  type Side,
  withFocus,
  withPanel,
  withPlace,
  withSide,
  withWide,
  withWidth,
} from './panelLayout'

/** Where a card stands, in map units; its size is the usual one where it has none of its own. */
export interface PlacedRect {
  x: number
  y: number
  width?: number
  height?: number
}

/** What the map offers to actions; the map itself is known to nobody else. */
export interface MapCommands {
  fitAll(): void
  fitSelection(): void
  zoom(factor: number): void
  zoomTo(zoom: number): void
  /** Brings nodes into sight where they are not, as near as the map is now. */
  reveal(nodes: readonly string[]): void
  /** Brings nodes near enough to read. */
  goTo(nodes: readonly string[]): void
  /** Asks for a title and makes a node, linked from another if one is given. */
  startNode(from?: string, kind?: string): void
  startRename(node: string): void
  /** Asks for a label and links two nodes. */
  startLink(from: string, to: string): void
  startRelabel(edge: string): void
  /** Asks for a title and makes a node within a link. */
  startInsert(edge: string): void
  /** Puts the keyboard into the condition of the selected link. */
  editCondition(): void
  /** Has the writer choose, by keys or the pointer, the card that a link is to lead to. */
  startConnecting(from: string): void
  /** Selects the next or the previous link of the selected card or link's card. */
  stepLink(step: 1 | -1): void
  /** Selects the group around the selected node; from the outermost back to the first card in it. */
  selectAround(): void
  /** The group whose inside is shown; none for the whole story. */
  readonly root: string | undefined
  /** Shows the inside of a group alone, or with none the whole story. */
  enter(group: string | undefined): void
  /** Out of the shown group into the one around it; whether there was a way out. */
  leave(): boolean
  /** Puts the selected cards in line or at even distances. */
  align(how: Alignment): Promise<void>
  /** The left top corner for cards that are put down now, and the group that they go into. */
  pasteAt(cards: readonly PlacedRect[]): { x: number; y: number; group?: string }
}

/** The ways cards can be put in line, as they are offered. */
export const ALIGNMENTS = [
  'alignLeft',
  'alignCenter',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'spreadAcross',
  'spreadDown',
] as const

export type Alignment = (typeof ALIGNMENTS)[number]

/** What the middle of the window shows. */
export const VIEWS = ['map', 'text', 'bible'] as const

export type View = (typeof VIEWS)[number]

/** What lies around the open story; missing where the page was given a story and nothing else. */
export interface WindowContext {
  program: Program
  /** The open story's key. */
  story: string
  settings?: ProgramSettings | undefined
  /** Back to the welcome screen. */
  leave(): void
  /** Works on another story from now on. */
  enter?(story: NamedStory): void
}

export type DialogName =
  | 'settings'
  | 'import'
  | 'export'
  | 'kind'
  | 'keys'
  | 'replace'
  | 'style'
  | 'languages'

/** A tool that is about to be called by hand, and the arguments its form begins with. */
export interface ToolRequest {
  name: string
  args: Record<string, unknown>
}

/** Something a person should know about a file. */
export type ImportWarning = ImportReport['warnings'][number]

/** What a file brought into a story. */
export type ImportReport = ToolOutput<'import_story'>

/** One file: what it brought, or why it brought nothing. */
export interface ImportResult {
  name: string
  report?: ImportReport
  fault?: ErrorReport
}

interface WorkspaceStore extends PanelLayout {
  view: View
  paletteOpen: boolean
  dialog: DialogName | undefined
  /** The kind that the dialog of kinds begins with, where it is one of the story's. */
  kind: string | undefined
  /** Files that came in from outside the page and were not looked at yet. */
  droppedFiles: readonly FileContent[]
  /** The files of the import dialog. */
  importQueue: readonly FileContent[]
  /** What came of the files of the import dialog. */
  importResults: readonly ImportResult[] | undefined
  /** The tool whose form is open. */
  tool: ToolRequest | undefined
  map: MapCommands | undefined
  windowContext: WindowContext | undefined
  /** The conversation that is shown beside the story. */
  thread: string | undefined
  /** The panels of each side become known, as they were left; what showed a transient one does not. */
  setColumns(sides: PanelLayout['sides'], transient: readonly string[]): void
  /** Shows a panel, or closes the side that shows it. */
  setPanel(name: string, show: boolean): void
  movePanel(name: string, side: Side): void
  setSide(side: Side, open: boolean): void
  /** The page as wide as a page, or as its side. */
  setWide(wide: boolean): void
  /** The width of the window, in CSS pixels. */
  setWidth(width: number): void
  setPalette(open: boolean): void
  setDialog(dialog: DialogName | undefined): void
  /** Opens the dialog of kinds with one of the story's. */
  defineKind(kind: string): void
  addDroppedFiles(files: readonly FileContent[]): void
  /** Opens the import dialog with files; where it is open they come on top. */
  queueForImport(files: readonly FileContent[]): void
  /** Takes other files into the import dialog. */
  setImportQueue(files: readonly FileContent[]): void
  /** Opens the import dialog with what came of files. */
  showImportResults(results: readonly ImportResult[]): void
  openToolForm(tool: ToolRequest | undefined): void
  setMap(map: MapCommands | undefined): void
  setWindowContext(windowContext: WindowContext | undefined): void
  setThread(thread: string | undefined): void
  setView(view: View): void
  /** Closes both sides, or opens again those that were. */
  toggleFocus(): void
}

/** Which sides were open before the focus on the view. */
let before: PanelLayout['open'] | undefined

const PANELS = 'storyteller-panels'

/** What is kept of the panels on this machine. */
type StoredPanels = Pick<PanelLayout, 'sides' | 'shown' | 'open' | 'front'>

/** The panels as they were left on this machine, as far as there are such. */
function storedPanels(sides: PanelLayout['sides'], transient: readonly string[]): StoredPanels {
  const usual: StoredPanels = {
    sides,
    shown: { left: sides.left[0] ?? '', right: sides.right[0] ?? '' },
    open: { left: true, right: true },
    front: 'right',
  }
  try {
    const kept = JSON.parse(localStorage.getItem(PANELS) ?? 'null') as Partial<StoredPanels> | null
    if (!kept?.sides?.left || !kept.shown || !kept.open) return usual
    const wasLeft: readonly string[] = kept.sides.left
    const moved = sides.right.filter((it) => wasLeft.includes(it))
    const placed = {
      left: [...sides.left, ...moved],
      right: sides.right.filter((it) => !moved.includes(it)),
    }
    const shownIn = (side: Side) => {
      const [id, first = ''] = [kept.shown?.[side], placed[side][0]]
      return id !== undefined && placed[side].includes(id) && !transient.includes(id) ? id : first
    }
    return {
      sides: placed,
      shown: { left: shownIn('left'), right: shownIn('right') },
      open: { left: kept.open.left !== false, right: kept.open.right !== false },
      front: kept.front === 'left' ? 'left' : 'right',
    }
  } catch {
    // What cannot be read is as if it had never been kept.
    return usual
  }
}

export const useWorkspace = create<WorkspaceStore>((set) => ({
  view: 'map',
  sides: { left: [], right: [] },
  shown: { left: '', right: '' },
  open: { left: true, right: true },
  front: 'right',
  over: undefined,
  wide: false,
  width: window.innerWidth,
  paletteOpen: false,
  dialog: undefined,
  kind: undefined,
  droppedFiles: [],
  importQueue: [],
  importResults: undefined,
  tool: undefined,
  map: undefined,
  windowContext: undefined,
  thread: undefined,
  setColumns: (sides, transient) => set(storedPanels(sides, transient)),
  setPanel: (name, show) => set((old) => withPanel(old, name, show)),
  movePanel: (name, side) => set((old) => withPlace(old, name, side)),
  setSide: (side, open) => set((old) => withSide(old, side, open)),
  setWide: (wide) => set((old) => withWide(old, wide)),
  setWidth: (width) => set((old) => withWidth(old, width)),
  setPalette: (paletteOpen) => set({ paletteOpen }),
  setDialog: (dialog) =>
    set({ dialog, kind: undefined, importQueue: [], importResults: undefined }),
  defineKind: (kind) => set({ dialog: 'kind', kind }),
  addDroppedFiles: (files) =>
    set((old) => ({ droppedFiles: files.length > 0 ? [...old.droppedFiles, ...files] : [] })),
  queueForImport: (files) =>
    set((old) => ({
      dialog: 'import',
      importQueue: [...old.importQueue, ...files],
      importResults: undefined,
    })),
  setImportQueue: (importQueue) => set({ importQueue }),
  showImportResults: (importResults) => set({ dialog: 'import', importResults }),
  openToolForm: (tool) => set({ tool }),
  setMap: (map) => set({ map }),
  // What lies over a view in a small window hides the one that is asked for.
  setView: (view) => set((old) => ({ view, ...(isOverlaying(old) ? { over: undefined } : {}) })),
  toggleFocus: () =>
    set((old) => {
      const next = withFocus(old, before)
      before = old.open
      return next
    }),
  setWindowContext: (windowContext) => set({ windowContext }),
  setThread: (thread) => set({ thread }),
}))

useWorkspace.subscribe(({ sides, shown, open, front }, old) => {
  const isSame = sides === old.sides && shown === old.shown && open === old.open
  if (isSame && front === old.front) return
  localStorage.setItem(PANELS, JSON.stringify({ sides, shown, open, front }))
})

/** Marks the element of a panel, so that keys can be sent there. */
export function panelId(name: string): string {
  return `panel-${name}`
}
