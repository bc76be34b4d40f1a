/**
 * The panels of the window as everything but their drawing knows them: menus, toolbar, actions, keys and
 * the saved location read this list. `app` has the rows and registers them.
 */

import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { MessageId } from '../text'
import { useWorkspace } from './workspace'

/** A column beside the map that keeps what it holds, or the one place that shows one panel at a time. */
export type PanelPlace = 'left' | 'right' | 'dock'

export interface PanelRow {
  /** Also the id of the action that shows or hides it, whose label is in the namespace `actions`. */
  id: string
  icon: LucideIcon
  /** The key of its title, with its namespace. */
  title: MessageId
  component: ComponentType
  place: PanelPlace
  /** The keys that show or hide it. */
  shortcut?: string
  /** Its share of its column's height when it is first opened, such as `56%`. */
  share?: string
  /** It has a button in the toolbar; the others are in the menus and the palette. */
  inToolbar?: boolean
  /** It is not opened again with the story, because what it showed is not kept. */
  isTransient?: boolean
}

let rows: readonly PanelRow[] = []

/** Makes the panels known, each column's from top to bottom. */
export function registerPanels(all: readonly PanelRow[]): void {
  rows = all
  const idsOf = (place: PanelPlace) => panelRows(place).map((it) => it.id)
  useWorkspace.getState().setColumns([idsOf('left'), idsOf('right')])
}

/** All panels, or those of one place. */
export function panelRows(place?: PanelPlace): readonly PanelRow[] {
  return place === undefined ? rows : rows.filter((it) => it.place === place)
}
