/** A short text on hover or focus. */

import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './Floating.module.css'
import { Kbd } from './Kbd'
import { passOnEscape } from './passOnEscape'

export const TooltipProvider = Primitive.Provider

interface TooltipProps {
  text: string
  keys?: string
  children: ReactNode
}

export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <Primitive.Root delayDuration={450}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className={styles.tooltip}
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={passOnInDialog}
        >
          {text}
          {keys && <Kbd keys={keys} />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** A tooltip is not something to close: Escape is meant for the dialog that contains it. */
function passOnInDialog(event: KeyboardEvent): void {
  const { target } = event
  if (target instanceof Element && target.closest('[role="dialog"]')) passOnEscape(event)
}
