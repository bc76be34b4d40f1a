/**
 * One cell: edited in place, saved with Enter or on blur; arrows move up and down. A value keeps
 * all its lines: only the first is shown until the cell is edited.
 */

import { type ComponentProps, type KeyboardEvent, useId } from 'react'
import { useEditableField } from '../../cards'
import type { Field } from '../../document'
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
  /** The field of the row's kind, where the column is one. */
  field?: Field | undefined
  /** Titles that a reference may name. */
  titles?: readonly string[]
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

/** The value of an attribute, by the type of its field. */
export function Cell(props: CellProps) {
  const { field, value } = props
  if (field?.type === 'choice') return <ChoiceCell {...props} choices={field.choices ?? []} />
  if (field?.type === 'date' && isDay(value)) return <LineCell {...props} type="date" />
  if (field?.type === 'number') return <LineCell {...props} inputMode="decimal" />
  if (field?.type === 'reference') return <ReferenceCell {...props} />
  return <TextCell {...props} />
}

/** Whether a field for days can show a value. */
const isDay = (value: string) => value === '' || /^\d{4}-\d\d-\d\d$/.test(value)

type LineProps = CellProps & Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'list'>

/** A value of one line. */
function LineCell({ type, inputMode, list, ...props }: LineProps) {
  return (
    <input
      className={styles.input}
      data-number={inputMode === 'decimal' || undefined}
      {...{ type, inputMode, list }}
      {...useCell(props)}
    />
  )
}

function ReferenceCell(props: CellProps) {
  const list = useId()
  return (
    <>
      <LineCell {...props} list={list} />
      <datalist id={list}>
        {props.titles?.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
    </>
  )
}

function ChoiceCell({
  label,
  value,
  place,
  choices,
  onChange,
  onFocus,
}: CellProps & { choices: readonly string[] }) {
  const known = new Set(['', ...(value ? [value] : []), ...choices])
  return (
    <select
      className={styles.kindChoice}
      data-cell={`${place.row}:${place.column}`}
      aria-label={label}
      value={value}
      onFocus={onFocus}
      onChange={(event) => void onChange(event.target.value)}
    >
      {[...known].map((it) => (
        <option key={it} value={it}>
          {it}
        </option>
      ))}
    </select>
  )
}

/** A value of any number of lines. */
function TextCell(props: CellProps) {
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
