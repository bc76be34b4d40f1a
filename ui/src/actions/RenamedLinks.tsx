/** Texts that still name a node by the title it had, and the way to have them follow. */

import { useTranslation } from 'react-i18next'
import { Button } from '../../kit'
import styles from './inspector.module.css'

/** A node whose text, conditions or effects name another by its title. */
export interface NamedIn {
  node: string
  title: string
  count: number
}

interface LinksProps {
  links: readonly NamedIn[]
  running: boolean
  rewrite: () => void
  leave: () => void
}

export function Links({ links, running, rewrite, leave }: LinksProps) {
  const { t } = useTranslation('inspector')
  if (links.length === 0) return null
  const count = links.reduce((sum, it) => sum + it.count, 0)
  return (
    <div role="status" className={styles.links}>
      <p>
        {t('links.there', {
          count,
          titles:
            links
              .slice(0, 4)
              .map((it) => it.title)
              .join(t('links.comma')) + (links.length > 4 ? '…' : ''),
        })}
      </p>
      <Button look="primary" disabled={running} onClick={rewrite}>
        {t('links.rewrite')}
      </Button>
      <Button look="plain" onClick={leave}>
        {t('links.leave')}
      </Button>
    </div>
  )
}
