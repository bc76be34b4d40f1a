/** A modal dialog, for what needs an answer first. */

import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './Button'
import styles from './Floating.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** One line below the title. */
  note?: string
  /** The label of the close button. */
  closeLabel: string
  wide?: boolean
  foot?: ReactNode
  children: ReactNode
}

export function Dialog({
  open,
  onClose,
  title,
  note,
  closeLabel,
  wide,
  foot,
  children,
}: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.overlay} />
        <Primitive.Content
          className={`${styles.dialog} ${wide ? styles.wide : ''}`}
          onOpenAutoFocus={begin}
          onCloseAutoFocus={restoreFocus}
          onEscapeKeyDown={keepForForm}
          {...(note === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <Primitive.Title className={styles.dialogTitle}>{title}</Primitive.Title>
          {note && (
            <Primitive.Description className={styles.dialogNote}>{note}</Primitive.Description>
          )}
          <div className={styles.dialogBody}>{children}</div>
          {foot && <div className={styles.dialogFoot}>{foot}</div>}
          <Primitive.Close asChild>
            <IconButton className={styles.close} label={closeLabel} icon={<X size={16} />} />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** A form within a dialog that is itself left by Escape has `data-escape`; only it closes then. */
function keepForForm(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-escape]')) {
    event.preventDefault()
  }
}

/** A dialog without a field focuses its content, not its close button, whose tooltip would open. */
function begin(event: Event): void {
  const content = event.currentTarget
  if (!(content instanceof HTMLElement)) return
  if (content.querySelector('input, textarea, select, [contenteditable="true"]')) return
  event.preventDefault()
  content.focus()
}

/** The last focused element outside menus and dialogs: a menu item is gone when its menu closes. */
let last: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('[role="menu"], [role="dialog"]'))
    last = target
})

/** Returns focus to where it was before the dialog, however it was opened. */
export function restoreFocus(): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body
    // A tab that takes the keyboard shows its panel: what was opened meanwhile would be hidden.
    const changesPanel = last?.matches('[role="tab"][aria-selected="false"]')
    if (isLost && last?.isConnected && !changesPanel) last.focus({ preventScroll: true })
  })
}
