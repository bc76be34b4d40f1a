/** The conversation with the assistant: its thread, and where the person writes. */

import { History, SquarePen } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../document'
import { IconButton, Menu, type MenuLine, Panel } from '../../kit'
import styles from './Assistant.module.css'
import { Composer } from './Composer'
import { Thread } from './Thread'
import { attach, newThread, openThread, useTalk } from './talk'
import { Waiting } from './Waiting'

export function Assistant() {
  const { t } = useTranslation('assistant')
  const session = useSession()
  useEffect(() => attach(session), [session])
  return (
    <Panel title={t('title')} tools={<Threads />}>
      <div className={styles.assistant}>
        <Thread />
        <Composer />
      </div>
    </Panel>
  )
}

function Threads() {
  const { t, i18n } = useTranslation('assistant')
  const session = useSession()
  const threads = useTalk((it) => it.threads)
  const current = useTalk((it) => it.thread)
  const day = new Intl.DateTimeFormat(i18n.language, { month: 'short', day: 'numeric' })
  const lines: MenuLine[] = threads.slice(0, 30).map((it) => ({
    id: it.thread,
    label: t('threadLine', {
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
          <IconButton label={t('threads')} icon={<History size={16} />} />
        </Menu>
      )}
      <Waiting />
      <IconButton label={t('newThread')} icon={<SquarePen size={16} />} onClick={newThread} />
    </>
  )
}
