/** The stories that were opened here, newest first. */

import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RecentStory } from '../../bridge'
import { IconButton } from '../../kit'
import styles from './Welcome.module.css'

interface RecentProps {
  recent: readonly RecentStory[]
  open: (story: string) => void
  forget: (story: string) => void
}

export function Recent({ recent, open, forget }: RecentProps) {
  const { t, i18n } = useTranslation('welcome')
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section className={styles.recent} aria-labelledby="recent-stories">
      <h2 id="recent-stories">{t('recent')}</h2>
      {recent.length === 0 && <p className={styles.note}>{t('none')}</p>}
      <ul>
        {recent.map((it) => (
          <li key={it.story}>
            <button
              type="button"
              className={styles.line}
              disabled={it.missing}
              onClick={() => open(it.story)}
            >
              <strong>{it.title}</strong>
              <span className={styles.path} title={it.path}>
                {it.missing ? `${t('missing')} · ${it.path}` : it.path}
              </span>
              <time className={styles.note} dateTime={it.opened}>
                {when.format(new Date(it.opened))}
              </time>
            </button>
            <IconButton
              label={t('forget', { title: it.title })}
              icon={<X size={14} aria-hidden />}
              onClick={() => forget(it.story)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
