/** A window within the window, for what needs an answer before anything else. */

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
  /** The words of the closing cross. */
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
          onCloseAutoFocus={end}
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

/** A dialog without a field begins at its top, not at its cross, whose words would then stand over it. */
function begin(event: Event): void {
  const content = event.currentTarget
  if (!(content instanceof HTMLElement)) return
  if (content.querySelector('input, textarea, select, [contenteditable="true"]')) return
  event.preventDefault()
  content.focus()
}

/** What had the keyboard last, menus and dialogs aside: an entry of a menu is gone when one closes. */
let last: HTMLElement | undefined
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('[role="menu"], [role="dialog"]'))
    last = target
})

/** The keyboard goes back to where it was before the dialog, by whatever way that was opened. */
function end(): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body
    if (isLost && last?.isConnected) last.focus({ preventScroll: true })
  })
}
