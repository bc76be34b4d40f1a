/** Several short values as chips, with a field behind them that adds one. */

import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import styles from './ChipInput.module.css'
import { isImeKey } from './inputMethod'

interface ChipInputProps {
  /** What the chips are together. */
  label: string
  /** What the field says, and is called. */
  addLabel: string
  removeLabel: (chip: string) => string
  chips: readonly string[]
  suggestions: readonly string[]
  /** Keys that add what is typed, besides Enter. */
  separators?: readonly string[]
  onAdd: (typed: string) => void
  onRemove: (chip: string) => void
  /** Follows a chip, where it leads somewhere. */
  onOpen?: (chip: string) => void
  /** What stands before the words of a chip. */
  before?: (chip: string) => ReactNode
  /** Whether a chip is only of some of what is edited together. */
  isPartly?: (chip: string) => boolean
}

export function ChipInput(props: ChipInputProps) {
  const { label, addLabel, removeLabel, chips, suggestions, onAdd, onRemove, onOpen } = props
  const { before, isPartly, separators = [',', '，'] } = props
  const [typed, setTyped] = useState('')
  const list = useId()
  const add = () => {
    if (typed.trim()) onAdd(typed.trim())
    setTyped('')
  }
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isImeKey(event.nativeEvent)) return
    const last = chips.at(-1)
    if (event.key === 'Enter' || separators.includes(event.key)) {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) onRemove(last)
  }
  return (
    <span className={styles.chips}>
      {chips.length > 0 && (
        <ul className={styles.list} aria-label={label}>
          {chips.map((chip) => (
            <li key={chip} className={styles.chip} data-partly={isPartly?.(chip) || undefined}>
              {before?.(chip)}
              {onOpen ? (
                <button type="button" className={styles.open} onClick={() => onOpen(chip)}>
                  {chip}
                </button>
              ) : (
                chip
              )}
              <button
                type="button"
                className={styles.remove}
                aria-label={removeLabel(chip)}
                onClick={() => onRemove(chip)}
              >
                <X size={11} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        className={styles.input}
        list={list}
        value={typed}
        aria-label={addLabel}
        placeholder={addLabel}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={keyed}
        onBlur={add}
      />
      <datalist id={list}>
        {suggestions.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
    </span>
  )
}
