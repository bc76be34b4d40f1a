/** Buttons: with text, or with only an icon whose text is its tooltip and accessible name. */

import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Button.module.css'
import { Tooltip } from './Tooltip'

type ButtonVariant = 'plain' | 'outline' | 'primary' | 'danger'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({ variant = 'outline', icon, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[variant]} ${className ?? ''}`}
      {...rest}
    >
      {icon}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** Its action; read aloud, and shown on hover with the shortcut. */
  label: string
  icon: ReactNode
  keys?: string
  pressed?: boolean
}

export function IconButton({
  label,
  icon,
  keys,
  pressed,
  variant = 'plain',
  className,
  ...rest
}: IconButtonProps) {
  const classes = [
    styles.button,
    styles.icon,
    styles[variant],
    pressed && styles.pressed,
    className,
  ]
  return (
    <Tooltip text={label} {...(keys === undefined ? {} : { keys })}>
      <button
        type="button"
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        className={classes.filter(Boolean).join(' ')}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
