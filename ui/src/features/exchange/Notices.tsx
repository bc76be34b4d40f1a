/** What a format cannot hold, or what was odd in a file. */

import { useTranslation } from 'react-i18next'
import styles from './exchange.module.css'
import type { Notice } from './formats'

export function Notices({ title, notices }: { title: string; notices: readonly Notice[] }) {
  const { t } = useTranslation('exchange')
  return (
    <section className={styles.notices} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {notices.map((it) => (
          <li key={`${it.line ?? ''} ${it.message}`}>
            {it.line !== undefined && t('line', { line: it.line })}
            {it.message}
          </li>
        ))}
      </ul>
    </section>
  )
}
