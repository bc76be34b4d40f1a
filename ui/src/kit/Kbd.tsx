/** A key combination in this system's notation: `Mod+Z` is ⌘Z or Ctrl+Z. */

import styles from './Floating.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const arrows = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }
const apple: Record<string, string> = { ...arrows, Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↵' }
const other: Record<string, string> = { ...arrows, Mod: 'Ctrl' }

/** The combination as plain text. */
export function formatKeys(keys: string): string {
  const names = isApple ? apple : other
  const parts = keys.split('+').map((it) => names[it] ?? it)
  return parts.join(isApple ? '' : '+')
}

export function Kbd({ keys }: { keys: string }) {
  return <kbd className={styles.keys}>{formatKeys(keys)}</kbd>
}
