/** A text field as tall as its lines, so that no line of a value is hidden or lost. */

import type { TextareaHTMLAttributes } from 'react'
import styles from './AutoGrowTextArea.module.css'

interface AutoGrowTextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  value: string
  /** The look of the field and, where its letters or padding differ, of the copy that measures it. */
  fieldClassName?: string
}

export function AutoGrowTextArea({ fieldClassName = '', value, ...rest }: AutoGrowTextAreaProps) {
  return (
    <span className={`${styles.grow} ${fieldClassName}`} data-value={`${value} `}>
      <textarea rows={1} {...rest} value={value} />
    </span>
  )
}
