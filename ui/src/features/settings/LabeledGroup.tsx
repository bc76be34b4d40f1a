/** A labeled group of controls. */

import type { ReactNode } from 'react'
import styles from './settings.module.css'

interface LabeledGroupProps {
  label: string
  note?: string
  children: ReactNode
}

export function LabeledGroup({ label, note, children }: LabeledGroupProps) {
  return (
    <div className={styles.labeled}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <div>{children}</div>
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}
