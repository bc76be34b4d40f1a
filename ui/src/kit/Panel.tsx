/** A panel with its header; its empty state; small marks. */

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button'
import styles from './Panel.module.css'

interface PanelProps {
  title: string
  tools?: ReactNode
  /** Closes it, and the label of its close button; without it the panel cannot be closed. */
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

/** The empty state: what belongs here and how to add it. */
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
