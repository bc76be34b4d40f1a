/** The conversation with the assistant: its thread and its composer. */

import { History, SquarePen } from 'lucide-react'
import { useEffect } from 'react'
import { useSession } from '../../document'
import { IconButton, Menu, type MenuItem, Panel } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Assistant.module.css'
import { Composer } from './composer/Composer'
import { PendingDrafts } from './drafts/PendingDrafts'
import { connectSession, newThread, openThread, useConversation } from './state/conversation'
import { Thread } from './thread/Thread'

export function Assistant() {
  const { t } = useTranslation()
  const session = useSession()
  useEffect(() => connectSession(session), [session])
  return (
    <Panel title={t('assistant-title')} tools={<ThreadMenu />}>
      <div className={styles.assistant}>
        <Thread />
        <Composer />
      </div>
    </Panel>
  )
}

function ThreadMenu() {
  const { t, language } = useTranslation()
  const session = useSession()
  const threads = useConversation((it) => it.threads)
  const current = useConversation((it) => it.thread)
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })
  const lines: MenuItem[] = threads.slice(0, 30).map((it) => ({
    id: it.thread,
    label: t('assistant-thread-line', {
      title: it.title.length > 44 ? `${it.title.slice(0, 43)}…` : it.title,
      day: day.format(new Date(it.time)),
    }),
    disabled: it.thread === current,
    perform: () => void openThread(session, it.thread),
  }))
  return (
    <>
      {lines.length > 0 && (
        <Menu lines={lines}>
          <IconButton label={t('assistant-threads')} icon={<History size={16} />} />
        </Menu>
      )}
      <PendingDrafts />
      <IconButton
        label={t('assistant-new-thread')}
        icon={<SquarePen size={16} />}
        onClick={newThread}
      />
    </>
  )
}
