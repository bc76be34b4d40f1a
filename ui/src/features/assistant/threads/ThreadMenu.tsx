/** The buttons above a conversation: earlier conversations, what waits for review, a new one. */

import { History, List, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../../document'
import { IconButton, Menu, type MenuItem } from '../../../kit'
import { useTranslation } from '../../../text'
import { PendingDrafts } from '../drafts/PendingDrafts'
import { newThread, openThread, useConversation } from '../state/conversation'
import { ThreadsDialog } from './ThreadsDialog'

/** How many of the newest conversations the menu lists; the dialog has them all. */
const LISTED = 12

export function ThreadMenu() {
  const { t, language } = useTranslation()
  const session = useSession()
  const threads = useConversation((it) => it.threads)
  const current = useConversation((it) => it.thread)
  const [open, setOpen] = useState(false)
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })
  const lines: MenuItem[] = threads.slice(0, LISTED).map((it) => ({
    id: it.thread,
    label: t('assistant-thread-line', {
      title: it.title.length > 44 ? `${it.title.slice(0, 43)}…` : it.title,
      day: day.format(new Date(it.time)),
    }),
    disabled: it.thread === current,
    perform: () => void openThread(session, it.thread),
  }))
  lines.push({
    id: 'all',
    label: t('assistant-all-threads'),
    icon: <List size={15} />,
    perform: () => setOpen(true),
  })
  return (
    <>
      {threads.length > 0 && (
        <Menu lines={lines}>
          <IconButton label={t('assistant-threads')} icon={<History size={16} />} />
        </Menu>
      )}
      <ThreadsDialog open={open} onClose={() => setOpen(false)} />
      <PendingDrafts />
      <IconButton
        label={t('assistant-new-thread')}
        icon={<SquarePen size={16} />}
        onClick={newThread}
      />
    </>
  )
}
