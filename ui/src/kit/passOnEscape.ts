/** Escape beside a layer that nobody opened, such as a tooltip or a notice. */

/**
 * Gives Escape to what it was pressed in, once the layer is gone: until then it is the topmost one,
 * and a dialog hears nothing. For `onEscapeKeyDown` of the layer, which closes.
 */
export function passOnEscape({ target }: KeyboardEvent): void {
  setTimeout(() => {
    const again = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    target?.dispatchEvent(again)
  })
}
