/** A comment on the passage that is being read, written while playing. */

import { useState } from 'react'
import { CommentForm, ErrorMessage, useToolCall } from '../../cards'
import { useSession } from '../../document'
import { type PassageToComment, passageToComment } from '../../notation'
import { reportError, useNotices } from '../../state'
import { useTranslation } from '../../text'
import styles from './play.module.css'

/** Begins and holds a comment on a node; `form` is what to show while it is written. */
export function usePlayComment(node: string | undefined) {
  const { t } = useTranslation()
  const session = useSession()
  const { call, running, fault, clearError } = useToolCall()
  const [writing, setWriting] = useState<PassageToComment & { node: string }>()
  const begin = async (selected: string) => {
    if (!node) return
    const { text } = await session.data('read_text', { node })
    const passage = passageToComment(text, selected)
    if (passage) setWriting({ ...passage, node })
    else useNotices.getState().show({ tone: 'bad', text: t('play-nothing-to-comment') })
  }
  const leave = () => {
    setWriting(undefined)
    clearError()
  }
  const add = async (
    { node: at, text: passage, character }: NonNullable<typeof writing>,
    says: string,
  ) => {
    if (!(await call('add_finding', { node: at, passage, character, says }))) return
    useNotices.getState().show({ tone: 'good', text: t('play-commented') })
    leave()
  }
  // Who plays on has left the passage.
  const current = writing?.node === node ? writing : undefined
  const form = current && (
    <section
      className={styles.comment}
      aria-label={t('play-comment')}
      onKeyDown={(event) => {
        // The keys of the panel choose and go back.
        event.stopPropagation()
        if (event.key === 'Escape') leave()
      }}
    >
      <ErrorMessage report={fault} />
      <CommentForm
        quote={current.text}
        busy={running}
        onAdd={(says) => void add(current, says)}
        onLeave={leave}
      />
    </section>
  )
  return { begin: (selected: string) => void begin(selected).catch(reportError), form }
}
