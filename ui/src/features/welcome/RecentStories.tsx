/** The stories that were opened here, newest first. */

import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RecentStory } from '../../bridge'
import { exactTime, IconButton, relativeTime } from '../../kit'
import styles from './Welcome.module.css'

interface RecentStoriesProps {
  recent: readonly RecentStory[]
  open: (story: string) => void
  forget: (story: string) => void
}

export function RecentStories({ recent, open, forget }: RecentStoriesProps) {
  const { t, i18n } = useTranslation('welcome')
  if (recent.length === 0) return null
  const now = Date.now()
  return (
    <section className={styles.recent} aria-labelledby="recent-stories">
      <h2 id="recent-stories">{t('recent')}</h2>
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
              <time
                className={styles.note}
                dateTime={it.opened}
                title={exactTime(it.opened, i18n.language)}
              >
                {relativeTime(it.opened, now, i18n.language)}
              </time>
              <span className={styles.path} title={it.path}>
                {it.missing && <span className={styles.missing}>{t('missing')} · </span>}
                <bdi>{it.path}</bdi>
              </span>
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
