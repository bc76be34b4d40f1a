/** The stories that were opened here, newest first. */

import { ArchiveRestore, X } from 'lucide-react'
import { useState } from 'react'
import type { RecentStory } from '../../bridge'
import { exactTime, IconButton, relativeTime, Segmented, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Welcome.module.css'

/** From so many stories on they are looked for rather than looked at. */
const MANY = 5
const ORDERS = ['opened', 'title'] as const
type Order = (typeof ORDERS)[number]
const ORDER = 'storyteller-stories-order'

const firstOrder = (): Order => (localStorage.getItem(ORDER) === 'title' ? 'title' : 'opened')

interface RecentStoriesProps {
  recent: readonly RecentStory[]
  open: (story: string) => void
  forget: (story: string) => void
  showBackups: (story: RecentStory) => void
}

export function RecentStories({ recent, open, forget, showBackups }: RecentStoriesProps) {
  const { t, language } = useTranslation()
  const [words, setWords] = useState('')
  const [order, setOrder] = useState<Order>(firstOrder)
  if (recent.length === 0) return null
  const now = Date.now()
  const wanted = words.trim().toLowerCase()
  const listed = recent.filter((it) => `${it.title}\n${it.path}`.toLowerCase().includes(wanted))
  // They come with the one that was opened last first.
  if (order === 'title') listed.sort((a, b) => a.title.localeCompare(b.title, language))
  return (
    <section className={styles.recent} aria-labelledby="recent-stories">
      <div className={styles.recentHead}>
        <h2 id="recent-stories">{t('welcome-recent')}</h2>
        {recent.length >= MANY && (
          <>
            <TextInput
              type="search"
              value={words}
              aria-label={t('welcome-search')}
              placeholder={t('welcome-search')}
              onChange={(event) => setWords(event.target.value)}
            />
            <Segmented
              label={t('welcome-order')}
              value={order}
              choices={ORDERS.map((it) => ({ value: it, label: t(`welcome-orders-${it}`) }))}
              onChange={(it) => {
                localStorage.setItem(ORDER, it)
                setOrder(it)
              }}
            />
          </>
        )}
      </div>
      <ul>
        {listed.map((it) => (
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
              label={t('backups-title', { title: it.title })}
              icon={<ArchiveRestore size={14} aria-hidden />}
              onClick={() => showBackups(it)}
            />
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
