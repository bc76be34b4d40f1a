/**
 * Passes entries of a native menu to what can perform them: text, the open story, the welcome
 * screen.
 */

import { useEffect, useRef } from 'react'
import { useSession } from '../document'
import { isTyping, modKey } from './keybindings'
import { performActionById } from './useActions'

const MENU_COMMAND_EVENT = 'storyteller-menu'

/** What text does itself while it has the keyboard: the key it knows it by, and the browser's name. */
const TEXT_COMMANDS: Record<
  string,
  { key: string; mod: boolean; shift?: boolean; command: string }
> = {
  undo: { key: 'z', mod: true, command: 'undo' },
  redo: { key: 'z', mod: true, shift: true, command: 'redo' },
  selectAll: { key: 'a', mod: true, command: 'selectAll' },
  remove: { key: 'Delete', mod: false, command: 'delete' },
}

export function dispatchMenuCommand(action: string): void {
  const typing = document.activeElement
  const ofText = TEXT_COMMANDS[action]
  if (ofText && typing && isTyping(typing)) {
    const { key, mod, shift = false, command } = ofText
    const pressed = { key, shiftKey: shift, bubbles: true, cancelable: true }
    const event = new KeyboardEvent('keydown', { ...pressed, ...(mod ? { [modKey]: true } : {}) })
    // An editor takes the key; a plain field leaves it to the browser.
    if (typing.dispatchEvent(event)) document.execCommand(command)
    return
  }
  window.dispatchEvent(new CustomEvent(MENU_COMMAND_EVENT, { detail: action }))
}

/** Hears the entries chosen while the calling component is there. */
export function useMenuCommand(chosen: (action: string) => void): void {
  const latest = useRef(chosen)
  latest.current = chosen
  useEffect(() => {
    const onCommand = (event: Event) => latest.current((event as CustomEvent<string>).detail)
    window.addEventListener(MENU_COMMAND_EVENT, onCommand)
    return () => window.removeEventListener(MENU_COMMAND_EVENT, onCommand)
  }, [])
}

/** Entries for the open story. */
export function useMenuCommands(): void {
  const session = useSession()
  useMenuCommand((action) => performActionById(action, session))
}
