/** The stories that were opened here, newest first. */

import { X } from 'lucide-react'
import type { RecentStory } from '../../bridge'
import { exactTime, IconButton, relativeTime } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Welcome.module.css'

interface RecentStoriesProps {
  recent: readonly RecentStory[]
  open: (story: string) => void
  forget: (story: string) => void
}

export function RecentStories({ recent, open, forget }: RecentStoriesProps) {
  const { t, language } = useTranslation()
  if (recent.length === 0) return null
  const now = Date.now()
  return (
    <section className={styles.recent} aria-labelledby="recent-stories">
      <h2 id="recent-stories">{t('welcome-recent')}</h2>
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
                title={exactTime(it.opened, language)}
              >
                {relativeTime(it.opened, now, language)}
              </time>
              <span className={styles.path} title={it.path}>
                {it.missing && <span className={styles.missing}>{t('welcome-missing')} · </span>}
                <bdi>{it.path}</bdi>
              </span>
            </button>
            <IconButton
              label={t('welcome-forget', { title: it.title })}
              icon={<X size={14} aria-hidden />}
              onClick={() => forget(it.story)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
