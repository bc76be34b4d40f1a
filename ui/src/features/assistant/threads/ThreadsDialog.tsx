/** All conversations: found by what was said in them, opened, renamed, deleted. */

import { useEffect, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../../cards'
import { useSession } from '../../../document'
import { Dialog } from '../../../kit'
import { useTranslation } from '../../../text'
import { forgetThread, openThread, readThreads, useConversation } from '../state/conversation'
import { ThreadRow } from './ThreadRow'
import styles from './threads.module.css'
import { useThreadsWith } from './useThreadsWith'

interface ThreadsDialogProps {
  open: boolean
  onClose: () => void
}

export function ThreadsDialog({ open, onClose }: ThreadsDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('assistant-threads-title')}
      closeLabel={t('assistant-threads-close')}
    >
      <Conversations onClose={onClose} />
    </Dialog>
  )
}

function Conversations({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const [words, setWords] = useState('')
  const current = useConversation((it) => it.thread)
  const threads = useThreadsWith(words)
  const { call, running, fault } = useToolCall()
  useEffect(() => void readThreads(session), [session])
  const rename = async (thread: string, title: string) => {
    if (await call('rename_thread', { thread, title })) await readThreads(session)
  }
  const remove = async (thread: string) => {
    if (await call('delete_thread', { thread })) await forgetThread(session, thread)
  }
  return (
    <div className={styles.dialog}>
      <input
        type="search"
        className={styles.filter}
        value={words}
        placeholder={t('assistant-threads-filter')}
        aria-label={t('assistant-threads-filter')}
        onChange={(event) => setWords(event.target.value)}
      />
      <ErrorMessage report={fault} />
      {threads.length === 0 && <p className={styles.none}>{t('assistant-threads-none')}</p>}
      <ul className={styles.list}>
        {threads.map((it) => (
          <ThreadRow
            key={it.thread}
            thread={it}
            isCurrent={it.thread === current}
            disabled={running}
            onOpen={() => {
              void openThread(session, it.thread)
              onClose()
            }}
            onRename={(title) => void rename(it.thread, title)}
            onDelete={() => void remove(it.thread)}
          />
        ))}
      </ul>
    </div>
  )
}
