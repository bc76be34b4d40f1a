/** A text field as tall as its lines, so that no line of a value is hidden or lost. */

import type { TextareaHTMLAttributes } from 'react'
import styles from './Growing.module.css'

interface GrowingProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  value: string
  /** The look of the field and, where its letters or padding differ, of the copy that measures it. */
  look?: string
}

export function Growing({ look = '', value, ...rest }: GrowingProps) {
  return (
    <span className={`${styles.grow} ${look}`} data-value={`${value} `}>
      <textarea rows={1} {...rest} value={value} />
    </span>
  )
}
