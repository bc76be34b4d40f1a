/** What a capability without a look of its own holds: each value by its name, for reading. */

import { useTranslation } from 'react-i18next'
import type { CardProps } from './card'
import styles from './other.module.css'

export function Card({ data }: CardProps) {
  const { t } = useTranslation('cards')
  const fields = data !== null && typeof data === 'object' ? Object.entries(data) : []
  if (fields.length === 0) return <p className={styles.none}>{t('other.none')}</p>
  return (
    <dl className={styles.fields}>
      {fields.map(([name, value]) => (
        <div key={name} className={styles.field}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
