/**
 * The page: where one scene is written. Opening a scene goes through here; the caret is placed at
 * the end of its text as soon as that is loaded, and what was typed until then is not lost.
 */

import { create } from 'zustand'
import { useSelection } from '../document'
import { isPanelShown, PAGE } from './panelLayout'
import { selectInRunningText } from './runningText'
import { panelId, useWorkspace } from './workspace'

/** A passage of a text, by its words. */
export interface Passage {
  quote: string
  /** At which character of the text it begins, counting from 1, where that is known. */
  character?: number | undefined
}

/** The text of a node that is on the screen. */
export interface PageWriter {
  node: string
  /** Selects a passage; where its words are no longer there, the caret goes to the end. */
  select(passage: Passage): void
  /** Puts the caret at the end of the text, behind what is written there now. */
  write(typed: string): void
}

interface PageStore {
  /**
   * The node that is to be written in, and what was typed for it before its text was there; or which
   * passage of it is to be selected.
   */
  wanted: { node: string; typed: string; passage?: Passage } | undefined
}

/** Which node waits to be written in; no more than one at a time. */
export const usePage = create<PageStore>(() => ({ wanted: undefined }))

let writer: PageWriter | undefined

/** Opens the page of a node with the caret in its text; `typed` is written there. */
export function openPage(node: string, typed = ''): void {
  const { wanted } = usePage.getState()
  const before = wanted?.node === node ? wanted.typed : ''
  open({ node, typed: before + typed })
}

/** Shows a node with a passage of its text selected: in the running text, else on its page. */
export function openPassage(node: string, passage: Passage): void {
  useSelection.getState().goTo([node])
  if (selectInRunningText(node, passage)) return
  open({ node, typed: '', passage })
}

function open(wanted: PageStore['wanted']): void {
  const shown = isShown()
  usePage.setState({ wanted })
  useWorkspace.getState().setWide(true)
  // A text that cannot be seen takes no caret: it is there after the next frame.
  if (shown) fulfil()
  else requestAnimationFrame(fulfil)
}

/** Back from the page to the view, where the map shows the card that was written in. */
export function leavePage(): void {
  usePage.setState({ wanted: undefined })
  const { setWide, map } = useWorkspace.getState()
  setWide(false)
  const view = document.querySelector<HTMLElement>('[data-panel="field"]')
  view?.querySelector<HTMLElement>('[role="application"], [tabindex="0"]')?.focus()
  const { focused } = useSelection.getState()
  if (focused !== undefined) map?.reveal([focused])
}

/** Tells that the text of a node is on the screen; the returned function that it no longer is. */
export function registerWriter(newWriter: PageWriter): () => void {
  writer = newWriter
  if (isShown()) fulfil()
  return () => {
    if (writer === newWriter) writer = undefined
  }
}

/** Opens a panel and puts the keyboard into it; into the text of the node that is worked on, if any. */
export function focusPanel(name: string): void {
  const { focused } = useSelection.getState()
  if (name === PAGE && focused !== undefined) openPage(focused)
  else {
    useWorkspace.getState().setPanel(name, true)
    requestAnimationFrame(() => focusFirst(name))
  }
}

/** A node without a text takes the keyboard at its first field. */
export function focusWithoutText(node: string): void {
  if (usePage.getState().wanted?.node !== node) return
  usePage.setState({ wanted: undefined })
  focusFirst(PAGE)
}

/** Where the keyboard goes in a panel: where the panel says, else to what is written, else to its first stop. */
const STOPS = [
  '[data-panel-focus]',
  '[contenteditable="true"], textarea:not([data-title])',
  'input, [tabindex="0"], button:not(:disabled)',
]

function focusFirst(name: string): void {
  const panel = document.getElementById(panelId(name))
  const found = STOPS.map((it) => panel?.querySelector<HTMLElement>(it))
  found.find((it) => it)?.focus()
}

const isShown = () => isPanelShown(useWorkspace.getState(), PAGE)

function fulfil(): void {
  const { wanted } = usePage.getState()
  if (!wanted || !writer || writer.node !== wanted.node) return
  usePage.setState({ wanted: undefined })
  if (wanted.passage) writer.select(wanted.passage)
  else writer.write(wanted.typed)
}

// Whoever goes to another node meanwhile wants to write there, or nothing.
useSelection.subscribe(({ focused }, before) => {
  const { wanted } = usePage.getState()
  if (focused === before.focused) return
  if (wanted && focused !== wanted.node) usePage.setState({ wanted: undefined })
  // A page of nothing needs no width.
  if (focused === undefined) useWorkspace.getState().setWide(false)
})
