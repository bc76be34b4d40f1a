/**
 * Keys in the hand of an input method: Enter takes a candidate, Escape leaves the composition, arrows
 * choose. They mean nothing to whoever else listens, be it a field of ours or a library's dialog.
 */

/** Whether an input method has taken this key. Safari tells the last of a composition by 229 alone. */
export function isImeKey(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/** Keeps such keys from all listeners of the page, until the returned function is called. */
export function stopImeKeys(): () => void {
  const heard = (event: KeyboardEvent) => {
    // An editor of rich text follows compositions by itself, and from their first key.
    const inEditor = event.target instanceof HTMLElement && event.target.isContentEditable
    if (isImeKey(event) && !inEditor) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', heard, { capture: true })
  return () => window.removeEventListener('keydown', heard, { capture: true })
}
