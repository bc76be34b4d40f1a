/** A part of the panel, with its heading. */

import type { ReactNode } from 'react'
import styles from './agents.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  )
}
