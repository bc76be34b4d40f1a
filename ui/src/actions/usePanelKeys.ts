/** Moves focus from panel to panel (F6 and Shift+F6), and restores its place in each. */

import { useEffect } from 'react'
import { isImeKey } from '../kit'

/** Marks an element as a stop. */
const PANEL = 'data-panel'

const FOCUSABLE =
  '[contenteditable="true"], [tabindex="0"], button:not(:disabled), input:not(:disabled), textarea, select, a[href]'

/** The panels that can be seen, in the order of the page. */
function panels(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(`[${PANEL}]`)]
  return all.filter((it) => !it.closest('[inert]') && firstIn(it) !== undefined)
}

function firstIn(panel: HTMLElement): HTMLElement | undefined {
  const all = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)]
  return all.find((it) => !it.closest('[inert]'))
}

export function usePanelKeys(): void {
  useEffect(() => {
    const left = new WeakMap<HTMLElement, HTMLElement>()
    const onKeyDown = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== 'F6' || !plain || event.defaultPrevented || isImeKey(event)) return
      // A dialog keeps the keyboard until it is closed.
      if (document.querySelector('[role="dialog"]')) return
      const all = panels()
      if (all.length === 0) return
      event.preventDefault()
      const now = document.activeElement
      const here = now instanceof HTMLElement ? now.closest<HTMLElement>(`[${PANEL}]`) : null
      if (here && now instanceof HTMLElement) left.set(here, now)
      const at = here ? all.indexOf(here) : event.shiftKey ? 0 : -1
      const to = all[(at + (event.shiftKey ? -1 : 1) + all.length) % all.length]
      if (!to) return
      const before = left.get(to)
      const stays = before?.isConnected && to.contains(before) && !before.closest('[inert]')
      ;(stays ? before : firstIn(to))?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
