/** A drop-down, the system's own. */

import type { SelectHTMLAttributes } from 'react'
import styles from './Field.module.css'

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  choices: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

export function Select({ choices, onChoose, ...rest }: SelectProps) {
  return (
    <select {...rest} className={styles.input} onChange={(event) => onChoose(event.target.value)}>
      {choices.map((it) => (
        <option key={it.value} value={it.value}>
          {it.label}
        </option>
      ))}
    </select>
  )
}
