/** A labeled control with a note or an error below it; used for every input of the window. */

import type { ComponentProps, ReactNode, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import styles from './Field.module.css'

interface FieldProps {
  label: string
  note?: string
  fault?: string
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

export function Field({ label, note, fault, children }: FieldProps) {
  const id = useId()
  const about = fault ?? note
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(about ? { 'aria-describedby': `${id}-about` } : {}),
        ...(fault ? { 'aria-invalid': true as const } : {}),
      })}
      {about && (
        <span id={`${id}-about`} className={fault ? styles.fault : styles.note}>
          {about}
        </span>
      )}
    </div>
  )
}

interface LabeledGroupProps {
  label: string
  note?: string
  children: ReactNode
}

/** Controls that name themselves to screen readers, with a label and a note that are seen. */
export function LabeledGroup({ label, note, children }: LabeledGroupProps) {
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <div>{children}</div>
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}

interface TextInputProps extends ComponentProps<'input'> {
  /** Smaller, and as wide as its line has room: one of several beside one another. */
  inLine?: boolean
}

export function TextInput({ inLine = false, className, ...rest }: TextInputProps) {
  const classes = [styles.input, inLine && styles.inLine, className]
  return <input type="text" {...rest} className={classes.filter(Boolean).join(' ')} />
}

export function TextArea(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...props} className={`${styles.input} ${props.className ?? ''}`} />
}

interface SegmentedProps<T extends string> {
  label: string
  value: T
  choices: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A choice of a few options, all visible. */
export function Segmented<T extends string>({
  label,
  value,
  choices,
  onChange,
}: SegmentedProps<T>) {
  return (
    <div className={styles.choices} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not of native radio marks
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          className={styles.choice}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
