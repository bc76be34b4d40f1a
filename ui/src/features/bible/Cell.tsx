/** One cell: written in place, handed over on Enter or on leaving; arrows go up and down. */

import type { KeyboardEvent } from 'react'
import { useHand } from '../../cards'
import styles from './Bible.module.css'

interface CellProps {
  label: string
  value: string
  place: { row: number; column: number }
  /** Gives the value over; false where it was refused. */
  onChange: (value: string) => Promise<boolean>
  /** Puts the keyboard into another row of the same column. */
  onGo: (row: number, column: number) => void
  strong?: boolean
}

export function Cell({ label, value, place, onChange, onGo, strong }: CellProps) {
  const hand = useHand(value, onChange)
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    hand.onKeyDown(event)
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, Enter: event.shiftKey ? -1 : 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onGo(place.row + step, place.column)
  }
  return (
    <input
      className={`${styles.input} ${strong ? styles.strong : ''}`}
      data-cell={`${place.row}:${place.column}`}
      aria-label={label}
      title={hand.value}
      value={hand.value}
      onChange={(event) => hand.type(event.target.value)}
      onBlur={hand.finish}
      onKeyDown={keyed}
    />
  )
}
