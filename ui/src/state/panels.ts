/**
 * The panels of the window without their components: menus, toolbar, actions, keys and the saved
 * location read this list. `app` has the rows and registers them.
 */

import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { MessageId } from '../text'
import type { Side } from './panelLayout'
import { useWorkspace } from './workspace'

export interface Waiting {
  count: number
  /** The count in words. */
  label: string
}

export interface PanelRow {
  /** Also the id of the action that shows or hides it, whose label is in the namespace `actions`. */
  id: string
  icon: LucideIcon
  /** The key of its title, with its namespace. */
  title: MessageId
  component: ComponentType
  /** The side that it is a tab of, unless the writer moved it. */
  place: Side
  /** The keys that show or hide it. */
  shortcut?: string
  /** Other keys that do the same. */
  otherShortcuts?: readonly string[]
  /** Its action always takes the keyboard there, after this was done; it does not hide the panel. */
  prepare?: () => void
  /** It has a button in the toolbar; the others are tabs, and in the menus and the palette. */
  inToolbar?: boolean
  /** It is a tab only while it is shown, and in the menu of the tabs otherwise. */
  isRare?: boolean
  /** What waits in it for the writer: its tab shows how much, and says of what. */
  useWaiting?: () => Waiting
  /** The writer may move it to the other side. */
  isMovable?: boolean
  /** It goes on behind other tabs; `always` from the beginning, else once it was shown. */
  keeps?: 'always' | 'once shown'
  /** It is not shown again with the story, because what it showed is not kept. */
  isTransient?: boolean
}

let rows: readonly PanelRow[] = []

/** Makes the panels known, those of each side in the order of their tabs. */
export function registerPanels(all: readonly PanelRow[]): void {
  rows = all
  const idsOf = (side: Side) => all.filter((it) => it.place === side).map((it) => it.id)
  const transient = all.filter((it) => it.isTransient).map((it) => it.id)
  const sides = { left: idsOf('left'), right: idsOf('right') }
  useWorkspace.getState().setColumns(sides, transient)
}

/** All panels. */
export function panelRows(): readonly PanelRow[] {
  return rows
}
