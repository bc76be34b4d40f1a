/** The field in which a row's name is changed in place. */

import { type KeyboardEvent, useRef } from 'react'
import styles from './Field.module.css'

interface NameFieldProps {
  name: string
  label: string
  /** Called once, with what was written, or with nothing if the field was left with Escape. */
  done: (written?: string) => void
}

export function NameField({ name, label, done }: NameFieldProps) {
  const answered = useRef(false)
  const finish = (written?: string) => {
    if (answered.current) return
    answered.current = true
    done(written)
  }
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter') finish(event.currentTarget.value)
    else if (event.key === 'Escape') finish()
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the writer has just asked for this field
      autoFocus
      className={styles.name}
      aria-label={label}
      defaultValue={name}
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={key}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    />
  )
}
