/**
 * One cell: edited in place, saved with Enter or on blur; arrows move up and down. A value keeps
 * all its lines: only the first is shown until the cell is edited.
 */

import type { KeyboardEvent } from 'react'
import { useEditableField } from '../../cards'
import { AutoGrowTextArea } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'

interface CellProps {
  label: string
  value: string
  place: { row: number; column: number }
  /** Gives the value over; false where it was refused. */
  onChange: (value: string) => Promise<boolean>
  /** Puts the keyboard into another row of the same column. */
  onGo: (row: number, column: number) => void
  onFocus?: () => void
  /** Colors of the palette, which the value stands for. */
  colors?: readonly string[]
}

type Typed = KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>

/** The row an arrow leads to from a field; none if it still has a line to go to within it. */
function stepOf(event: Typed): number | undefined {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  if (event.key === 'Enter') return event.shiftKey ? undefined : 1
  if (event.key === 'ArrowDown')
    return value.slice(selectionEnd ?? 0).includes('\n') ? undefined : 1
  if (event.key === 'ArrowUp')
    return value.slice(0, selectionStart ?? 0).includes('\n') ? undefined : -1
  return undefined
}

function useCell({ label, value, place, onChange, onGo, onFocus }: CellProps) {
  const hand = useEditableField(value, onChange)
  return {
    'data-cell': `${place.row}:${place.column}`,
    'aria-label': label,
    title: hand.value,
    value: hand.value,
    onChange: (event: { target: { value: string } }) => hand.type(event.target.value),
    onBlur: hand.finish,
    onFocus,
    onKeyDown: (event: Typed) => {
      hand.onKeyDown(event)
      const step = stepOf(event)
      if (step === undefined) return
      event.preventDefault()
      onGo(place.row + step, place.column)
    },
  }
}

/** A title, which has one line. */
export function TitleCell(props: CellProps) {
  return <input className={`${styles.input} ${styles.strong}`} {...useCell(props)} />
}

/** The value of an attribute, of any number of lines. */
export function Cell(props: CellProps) {
  const { t } = useTranslation()
  const field = useCell(props)
  const lines = field.value.split('\n').length
  const { colors = [] } = props
  return (
    <>
      {colors.length > 0 && (
        <span className={styles.dots} aria-hidden>
          {colors.map((color, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity but their place
            <span key={index} style={{ background: color }} />
          ))}
        </span>
      )}
      <AutoGrowTextArea fieldClassName={styles.value ?? ''} {...field} />
      {lines > 1 && (
        <span className={styles.lines} aria-hidden>
          {t('bible-lines', { count: lines })}
        </span>
      )}
    </>
  )
}
