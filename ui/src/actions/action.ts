/** What an action is: a thing a writer can do, wherever it is offered. */

import type { LucideIcon } from 'lucide-react'
import { type Session, useSelection } from '../document'
import { type MapCommands, useWorkspace, type WindowContext } from '../state/workspace'

/** What actions look at and act upon. */
export interface ActionContext {
  session: Session
  /** Ids in the order of selecting. */
  nodes: readonly string[]
  edge: string | undefined
  map: MapCommands | undefined
  windowContext: WindowContext | undefined
}

export interface Action {
  /** Also the key of its label in the namespace `actions`. */
  id: string
  icon: LucideIcon
  /** Its label where that is the same in every language, such as the name of a language. */
  label?: string
  /** The first is shown; the others do the same. */
  keys?: readonly string[]
  danger?: boolean
  /** Its keys are those of text too, so that they count only on the map and the outline. */
  storyAreaOnly?: boolean
  /** Its keys are left to the browser, which tells of them by an event of its own. */
  leftToBrowser?: boolean
  /** It shows something beside the text, which then no longer fills the window. */
  showsBeside?: boolean
  /** Whether it can be done now; always, when left out. */
  when?: (cx: ActionContext) => boolean
  perform: (cx: ActionContext) => unknown
}

/** What actions would act upon at this moment. */
export function actionContext(session: Session): ActionContext {
  const { nodes, edge } = useSelection.getState()
  const present = [...nodes].filter((it) => session.mirror.nodes.has(it))
  const { map, windowContext } = useWorkspace.getState()
  return { session, nodes: present, edge, map, windowContext }
}
