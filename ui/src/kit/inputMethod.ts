/**
 * Keys handled by an input method: Enter accepts a candidate, Escape cancels the composition,
 * arrows select. Other listeners, in our fields or in a library's dialog, must ignore them.
 */

/**
 * Whether an input method handles this key. Safari marks the last key of a composition only by 229.
 */
export function isImeKey(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/** Hides such keys from all listeners of the page, until the returned function is called. */
export function stopImeKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    // A rich text editor follows compositions itself, from their first key.
    const inEditor = event.target instanceof HTMLElement && event.target.isContentEditable
    if (isImeKey(event) && !inEditor) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
}
