/** Actions for components, and the keyboard that reaches all of them. */

import { useEffect } from 'react'
import { type Session, useSelection, useSession } from '../document'
import { isImeKey, leaveFullWindow } from '../kit'
import { keysNow, useKeyChoices } from '../state/keyChoices'
import { reportError } from '../state/notices'
import { usePlaces } from '../state/places'
import { useUndoState, watchUndoState } from '../state/undoState'
import { useVisited } from '../state/visited'
import { useWorkspace } from '../state/workspace'
import { useTranslation } from '../text'
import { type Action, actionContext } from './action'
import { allActions } from './allActions'
import { isForWindow, isFreeWhileTyping, isInStoryArea, isTyping, matchesKeys } from './keybindings'
import { MOUSE_BUTTONS } from './navigationActions'

/** An action as it stands now: in words, able or not, ready to be done. */
export interface ReadyAction {
  id: string
  label: string
  icon: Action['icon']
  keys?: string
  danger: boolean
  enabled: boolean
  perform: () => void
}

/** Does an action if it can be done, and tells of what goes wrong. */
async function performAction(action: Action, session: Session): Promise<void> {
  const cx = actionContext(session)
  if (action.when && !action.when(cx)) return
  if (action.showsBeside) leaveFullWindow()
  try {
    await action.perform(cx)
  } catch (fault) {
    reportError(fault)
  }
}

/** Whether there is an action of this id. */
export function isAction(id: string): boolean {
  return allActions().some((it) => it.id === id)
}

/** Does the action of an id, for menus that are not the page's own. */
export function performActionById(id: string, session: Session): void {
  const action = allActions().find((it) => it.id === id)
  if (action) void performAction(action, session)
}

/** Actions by their ids, or all of them; drawn again when the selection changes. */
export function useActions(ids?: readonly string[]): ReadyAction[] {
  const session = useSession()
  const { t } = useTranslation()
  useSelection()
  useWorkspace((it) => it.map)
  useUndoState()
  useVisited()
  usePlaces()
  useWorkspace((it) => it.windowContext)
  const choices = useKeyChoices()
  const cx = actionContext(session)
  const actions = allActions()
  const wanted = ids
    ? ids.map((id) => actions.find((it) => it.id === id)).filter((it) => it !== undefined)
    : actions
  return wanted.map((it) => {
    const [keys] = keysNow(it, choices)
    return {
      id: it.id,
      label: it.label ?? t.or(`actions-${it.id}`, it.id),
      icon: it.icon,
      ...(keys === undefined ? {} : { keys }),
      danger: it.danger ?? false,
      enabled: it.when?.(cx) ?? true,
      perform: () => void performAction(it, session),
    }
  })
}

/** Listens for the keys of all actions, and the mouse's, while the window is open. */
export function useActionKeys(): void {
  const session = useSession()
  useEffect(() => watchUndoState(session), [session])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isImeKey(event)) return
      const cx = actionContext(session)
      const choices = useKeyChoices.getState()
      const meant = allActions().filter(
        (it) => !it.leftToBrowser && keysNow(it, choices).some((keys) => reaches(event, it, keys)),
      )
      // Of actions that share a key, such as folding and unfolding, the one that can be done.
      const found = meant.find((it) => it.when?.(cx) ?? true) ?? meant[0]
      if (!found) return
      event.preventDefault()
      void performAction(found, session)
    }
    const onMouseUp = (event: MouseEvent) => {
      const id = MOUSE_BUTTONS[event.button]
      if (id === undefined) return
      // A browser would leave the page.
      event.preventDefault()
      performActionById(id, session)
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('mouseup', onMouseUp)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('mouseup', onMouseUp)
    }
  }, [session])
}

/** While text is written, only what text itself has no use for is taken. */
function reaches(event: KeyboardEvent, action: Action, keys: string): boolean {
  if (!matchesKeys(event, keys)) return false
  if (isTyping(event.target)) return isFreeWhileTyping(keys) && !action.storyAreaOnly
  const anywhere = isForWindow(keys) && !action.storyAreaOnly
  return anywhere || isInStoryArea(event.target)
}
