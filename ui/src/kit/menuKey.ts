/**
 * The context menu by keyboard. A browser opens it in the middle of the focused element; here it
 * opens at the selection, which stays selected.
 */

function isMenuKey(event: KeyboardEvent): boolean {
  return event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
}

/** Listens until the returned function is called; `open` opens the menu where it belongs. */
export function onMenuKey(host: HTMLElement, open: () => void): () => void {
  // Between key down and key up the browser may send its own context menu event, before or after.
  let pressed = false
  const down = (event: KeyboardEvent) => {
    if (!isMenuKey(event)) return
    event.preventDefault()
    if (!pressed) open()
    pressed = true
  }
  const release = () => {
    pressed = false
  }
  const menu = (event: Event) => {
    if (!pressed || !event.isTrusted) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  host.addEventListener('keydown', down)
  host.addEventListener('contextmenu', menu, { capture: true })
  window.addEventListener('keyup', release, { capture: true })
  window.addEventListener('pointerdown', release, { capture: true })
  return () => {
    host.removeEventListener('keydown', down)
    host.removeEventListener('contextmenu', menu, { capture: true })
    window.removeEventListener('keyup', release, { capture: true })
    window.removeEventListener('pointerdown', release, { capture: true })
  }
}
