/** Key combinations: `Mod+Shift+Z` is ⌘⇧Z or Ctrl+Shift+Z. */

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The flag of an event that `Mod` means here. */
export const modKey = isApple ? 'metaKey' : 'ctrlKey'

/** Whether an event is this combination. */
export function matchesKeys(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split(/\+(?=.)/)
  const main = parts.at(-1) ?? ''
  // On many keyboards Ctrl+Alt is the key that writes a third sign.
  if (event.getModifierState?.('AltGraph')) return false
  const mod = isApple ? event.metaKey : event.ctrlKey
  const otherMod = isApple ? event.ctrlKey : event.metaKey
  if (mod !== parts.includes('Mod') || otherMod) return false
  if (event.altKey !== parts.includes('Alt')) return false
  const isSign = /^[+\-=]$/.test(main)
  if (!isSign && event.shiftKey !== parts.includes('Shift')) return false
  return isMain(event, main)
}

/** The combination of a pressed key, as actions spell it; undefined for a modifier alone. */
export function keysOf(event: KeyboardEvent): string | undefined {
  const { key } = event
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process', 'Tab'].includes(key)) {
    return undefined
  }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
  const letter = event.altKey ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined
  const named = key === 'Backspace' ? 'Delete' : key === ' ' ? 'Space' : key
  const main = digit ?? letter ?? (named.length === 1 ? named.toUpperCase() : named)
  const isSign = /^[+\-=]$/.test(main)
  const parts = [
    event[modKey] && 'Mod',
    event.altKey && 'Alt',
    event.shiftKey && !isSign && 'Shift',
    main === '=' ? '+' : main,
  ]
  return parts.filter(Boolean).join('+')
}

function isMain(event: KeyboardEvent, main: string): boolean {
  // With Shift a digit's key gives another sign, on each keyboard another one.
  if (/^\d$/.test(main)) return event.code === `Digit${main}` || event.code === `Numpad${main}`
  if (main === 'Delete') return event.key === 'Delete' || event.key === 'Backspace'
  if (main === '+') return event.key === '+' || event.key === '='
  // With Alt a letter's key gives another sign on some systems.
  if (event.altKey && /^[A-Z]$/.test(main)) return event.code === `Key${main}`
  return event.key.toUpperCase() === main.toUpperCase()
}

/** Whether the keyboard is writing into something. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null
  )
}

/** Plain letters act only on the map, the outline, or where nothing has the keyboard. */
export function isInStoryArea(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true
  return target === document.body || target.closest('[data-story-keys]') !== null
}

/** What text does itself with the main key, or what would surprise a hand that is writing. */
const OF_TEXT: readonly string[] = [
  ...['Mod+Z', 'Mod+Shift+Z', 'Mod+Y', 'Mod+A', 'Mod+C', 'Mod+X', 'Mod+V', 'Mod+B', 'Mod+I'],
  ...['Mod+D', 'Mod+F', 'Mod+G', 'Mod+Shift+G', 'Mod+Enter', 'Mod+Backspace', 'Mod+Delete'],
]

/** Whether a key combination means the same wherever the keyboard is: it has the main key, or is F1 to F12. */
export function isForWindow(keys: string): boolean {
  return keys.includes('Mod') || /(^|\+)F\d+$/.test(keys)
}

/** Whether a key combination reaches the window while text is being written. */
export function isFreeWhileTyping(keys: string): boolean {
  return isForWindow(keys) && !OF_TEXT.includes(keys)
}
