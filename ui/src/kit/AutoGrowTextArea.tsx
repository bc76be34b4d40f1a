/** A text field that grows with its lines, so that no line is hidden. */

import type { TextareaHTMLAttributes } from 'react'
import styles from './AutoGrowTextArea.module.css'

interface AutoGrowTextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  value: string
  /** Whether it is a title, which does not take the keyboard of its panel by itself. */
  'data-title'?: boolean
  /** Styles of the field and, where font or padding differ, of the copy that measures it. */
  fieldClassName?: string
}

export function AutoGrowTextArea({ fieldClassName = '', value, ...rest }: AutoGrowTextAreaProps) {
  return (
    <span className={`${styles.grow} ${fieldClassName}`} data-value={`${value} `}>
      <textarea rows={1} {...rest} value={value} />
    </span>
  )
}
