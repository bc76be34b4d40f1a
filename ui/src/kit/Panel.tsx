/** A panel with its head; what it says when there is nothing; small marks. */

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button'
import styles from './Panel.module.css'

interface PanelProps {
  title: string
  tools?: ReactNode
  /** What closes it, and the words of its cross; without it the panel stays. */
  onClose?: { label: string; close: () => void }
  children: ReactNode
}

export function Panel({ title, tools, onClose, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {tools}
        {onClose && (
          <IconButton
            label={onClose.label}
            icon={<X size={15} aria-hidden />}
            onClick={onClose.close}
          />
        )}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** Nothing here yet: what belongs here and how it gets here. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <strong>{title}</strong>
      {children}
    </div>
  )
}

export function Badge({ children }: { children: ReactNode }) {
  return <span className={styles.badge}>{children}</span>
}
