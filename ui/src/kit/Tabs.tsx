/** Tabs of one dialog; the arrow keys switch between them. */

import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

interface TabsProps {
  label: string
  pages: readonly { id: string; label: string; content: ReactNode }[]
}

export function Tabs({ label, pages }: TabsProps) {
  return (
    <Primitive.Root {...(pages[0] ? { defaultValue: pages[0].id } : {})}>
      <Primitive.List className={styles.list} aria-label={label}>
        {pages.map((it) => (
          <Primitive.Trigger key={it.id} value={it.id} className={styles.tab}>
            {it.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {pages.map((it) => (
        <Primitive.Content key={it.id} value={it.id} className={styles.page} tabIndex={-1}>
          {it.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
