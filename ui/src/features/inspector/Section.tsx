/** A section of the node with its name and, if there is one, its history. */

import { History } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../../kit'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'

interface SectionProps {
  title: string
  /** Marks it, so that the keyboard can be sent there. */
  part?: string
  onHistory?: () => void
  /** Buttons beside its name. */
  tools?: ReactNode
  children: ReactNode
}

export function Section({ title, part, onHistory, tools, children }: SectionProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id} data-part={part}>
      <header className={styles.sectionHead}>
        <h3 id={id} className={styles.sectionTitle}>
          {title}
        </h3>
        {tools}
        {onHistory && (
          <IconButton
            label={t('inspector-history', { name: title })}
            icon={<History size={15} />}
            onClick={onHistory}
          />
        )}
      </header>
      {children}
    </section>
  )
}
