/** A story that a guest joined: to read, to play, and to talk about with the others. */

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { HubConnection, HubStatus } from '../bridge'
import { Chat } from '../cards/chat/Chat'
import { ErrorMessage } from '../cards/ErrorMessage'
import { Button, exactTime, ProgressBar, Segmented } from '../kit'
import { useTranslation } from '../text'
import { GuestPlay } from './GuestPlay'
import styles from './guest.module.css'
import { type GuestStory, useGuestStory } from './guestStory'
import { People } from './People'
import { Reading } from './Reading'

const PARTS = ['read', 'play', 'talk'] as const
type Part = (typeof PARTS)[number]

interface SharedStoryProps {
  hub: HubConnection
  leave: () => void
}

export function SharedStory({ hub, leave }: SharedStoryProps) {
  const { t } = useTranslation()
  const story = useGuestStory(hub)
  const [chosen, setPart] = useState<Part>('read')
  const narrow = useIsNarrow()
  // Beside the story there is room for what is said about it.
  const parts: readonly Part[] = narrow ? PARTS : PARTS.filter((it) => it !== 'talk')
  const part = parts.includes(chosen) ? chosen : 'read'
  const title = story.rights?.environment.title
  useEffect(() => {
    document.title = title ? `${title} — Storyteller` : 'Storyteller'
  }, [title])
  if (story.status.state === 'refused')
    return <Refused reason={story.status.reason} leave={leave} />
  if (!story.rights) return <Waiting status={story.status} story={story} leave={leave} />
  return (
    <div className={styles.page} data-part={part}>
      <header className={styles.top}>
        <h1>{title}</h1>
        <Segmented<Part>
          label={t('guest-part')}
          value={part}
          choices={parts.map((value) => ({ value, label: t(`guest-part-${value}`) }))}
          onChange={setPart}
        />
        <span className={styles.you}>
          <Rights story={story} />
          <Button variant="plain" onClick={leave}>
            {t('guest-leave')}
          </Button>
        </span>
      </header>
      <Connection status={story.status} />
      <div className={styles.columns}>
        <main className={styles.story}>
          {part === 'play' ? (
            <GuestPlay hub={hub} story={story} />
          ) : (
            <Reading hub={hub} story={story} hidden={part === 'talk'} />
          )}
        </main>
        <aside className={styles.side} aria-label={t('guest-part-talk')}>
          <People people={story.people} self={story.rights.you} />
          <h2>{t('guest-chat')}</h2>
          <ErrorMessage report={story.fault} />
          <Chat
            messages={story.messages}
            isMine={({ from }) => from?.type === 'human' && from.id === hub.invitation.name}
            onSend={story.send}
            disabled={story.status.state !== 'connected'}
          />
        </aside>
      </div>
    </div>
  )
}

/** Whether there is room for one column only, as `guest.module.css` has it. */
const NARROW = '(max-width: 900px)'

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(NARROW).matches,
  )
}

/** What this guest may do, and until when. */
function Rights({ story: { rights } }: { story: GuestStory }) {
  const { t, language } = useTranslation()
  if (!rights) return null
  const { name, level, until } = rights.you
  const ends = until ? t('guest-until', { time: exactTime(until, language) }) : undefined
  return <span title={ends}>{t(`guest-you-${level}`, { name })}</span>
}

function Connection({ status }: { status: HubStatus }) {
  const { t } = useTranslation()
  if (status.state === 'connected' || status.state === 'refused') return null
  return (
    <p className={styles.banner} role="status">
      {t(`guest-status-${status.state}`)}
    </p>
  )
}

interface WaitingProps {
  status: HubStatus
  story: GuestStory
  leave: () => void
}

function Waiting({ status, story, leave }: WaitingProps) {
  const { t } = useTranslation()
  const state = status.state === 'absent' ? 'absent' : 'connecting'
  return (
    <main className={styles.alone}>
      <p role="status">{t(`guest-status-${state}`)}</p>
      <div className={styles.progress}>
        <ProgressBar label={t(`guest-status-${state}`)} done={null} />
      </div>
      <ErrorMessage report={story.fault} />
      <Button onClick={leave}>{t('guest-leave')}</Button>
    </main>
  )
}

function Refused({ reason, leave }: { reason: string; leave: () => void }) {
  const { t } = useTranslation()
  return (
    <main className={styles.alone}>
      <h1>{t('guest-refused')}</h1>
      <p role="alert">{t.or(`guest-refused-${reason}`, t('guest-refused-other', { reason }))}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('guest-try-again')}
      </Button>
      <Button onClick={leave}>{t('guest-leave')}</Button>
    </main>
  )
}
