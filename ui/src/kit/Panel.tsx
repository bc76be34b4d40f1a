/** A panel with its header; its empty state; small marks. */

import { createContext, type ReactNode, useContext } from 'react'
import styles from './Panel.module.css'

interface PanelProps {
  title: string
  tools?: ReactNode
  children: ReactNode
}

/** Whether panels show their titles; not where a tab does already. */
export const PanelTitle = createContext(true)

export function Panel({ title, tools, children }: PanelProps) {
  const isTitled = useContext(PanelTitle)
  return (
    <section className={styles.panel} aria-label={title}>
      {isTitled ? (
        <header className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {tools}
        </header>
      ) : (
        <>
          <h2 className={styles.unseen}>{title}</h2>
          {tools && <header className={styles.tools}>{tools}</header>}
        </>
      )}
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
