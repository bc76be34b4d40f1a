/** What lies open in this window: panels, the palette, and the map that actions can steer. */

import { create } from 'zustand'
import type { ErrorReport, FileContent, NamedStory, Program, ProgramSettings } from '../bridge'
import {
  allPanels,
  type PanelLayout,
  type Panels,
  wantedPanels,
  withNarrow,
  withPanel,
  withPanels,
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

export type DialogName = 'settings' | 'import' | 'export' | 'kind' | 'keys' | 'replace'

/** A tool that is about to be called by hand, and the arguments its form begins with. */
export interface ToolRequest {
  name: string
  args: Record<string, unknown>
}

/** Something a person should know about a file. */
export interface ImportWarning {
  /** The path of the file it stands in, where the story is made of several. */
  file?: string
  line?: number
  /** A fixed word for what was odd. */
  what: string
  /** The names and numbers to say it with. */
  parts: Record<string, string | number>
  /** The same in English. */
  message: string
}

/** What a file brought into a story. */
export interface ImportReport {
  nodes: number
  links: number
  assets: number
  first: { id: string }[]
  warnings: ImportWarning[]
  /** How many more there are. */
  more_warnings?: number
}

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
  /** The panels of the left and of the right side become known, open as they were left. */
  setColumns(sides: PanelLayout['sides']): void
  setPanel(name: string, open: boolean): void
  togglePanel(name: string): void
  /** Whether there is room for the panels of one side alone. */
  setNarrow(narrow: boolean): void
  setPalette(open: boolean): void
  setDialog(dialog: DialogName | undefined): void
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
  /** Closes all panels, or opens again those that were. */
  toggleFocus(): void
}

let before: Panels | undefined

/** The panels with the focus turned on or off. */
function toggledFocusMode(laid: PanelLayout): PanelLayout {
  const now = wantedPanels(laid)
  const any = Object.values(now).some(Boolean)
  if (any) before = now
  return withPanels(laid, any ? allPanels(laid, false) : (before ?? allPanels(laid, true)))
}

const PANELS = 'storyteller-panels'

/** The panels as they were left on this machine; those that nothing is known of are open. */
function storedPanels(sides: PanelLayout['sides']): Panels {
  const panels: Record<string, boolean> = { ...allPanels({ sides }, true) }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PANELS) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return panels
    for (const name of Object.keys(panels)) {
      const open = (kept as Record<string, unknown>)[name]
      if (typeof open === 'boolean') panels[name] = open
    }
  } catch {
    // What cannot be read is as if it had never been kept.
  }
  return panels
}

export const useWorkspace = create<WorkspaceStore>((set) => ({
  view: 'map',
  panels: {},
  sides: [],
  folded: [],
  narrow: false,
  front: '',
  paletteOpen: false,
  dialog: undefined,
  droppedFiles: [],
  importQueue: [],
  importResults: undefined,
  tool: undefined,
  map: undefined,
  windowContext: undefined,
  thread: undefined,
  setColumns: (sides) =>
    set((old) =>
      withPanels({ ...old, sides, front: sides.at(-1)?.[0] ?? '' }, storedPanels(sides)),
    ),
  setPanel: (name, open) => set((old) => withPanel(old, name, open)),
  togglePanel: (name) => set((old) => withPanel(old, name, !old.panels[name])),
  setNarrow: (narrow) => set((old) => withNarrow(old, narrow)),
  setPalette: (paletteOpen) => set({ paletteOpen }),
  setDialog: (dialog) => set({ dialog, importQueue: [], importResults: undefined }),
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
  setView: (view) => set({ view }),
  toggleFocus: () => set(toggledFocusMode),
  setWindowContext: (windowContext) => set({ windowContext }),
  setThread: (thread) => set({ thread }),
}))

useWorkspace.subscribe((now, old) => {
  if (now.panels !== old.panels) localStorage.setItem(PANELS, JSON.stringify(wantedPanels(now)))
})

/** Marks the element of a panel, so that keys can be sent there. */
export function panelId(name: string): string {
  return `panel-${name}`
}
