/** The comments on a scene, which a guest can read and answer; folded until they are asked for. */

import { useState } from 'react'
import { type ErrorReport, toErrorReport } from '../bridge'
import { ErrorMessage } from '../cards/ErrorMessage'
import { CommentItem } from '../cards/prose/comments/CommentItem'
import { useSession } from '../document'
import { useTranslation } from '../text'
import styles from './guest.module.css'
import type { GuestComment } from './guestComments'

interface SceneCommentsProps {
  comments: readonly GuestComment[]
  mayReply: boolean
}

export function SceneComments({ comments, mayReply }: SceneCommentsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<ErrorReport>()
  const reply = async (finding: string, says: string) => {
    setBusy(true)
    setFault(undefined)
    try {
      await session.data('reply_to_finding', { finding, says })
      return true
    } catch (error) {
      setFault(toErrorReport(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return (
    <details className={styles.comments}>
      <summary>{t('cards-comments-button', { count: comments.length })}</summary>
      <ErrorMessage report={fault} />
      <ul>
        {comments.map((it) => (
          <CommentItem
            key={it.finding}
            comment={it}
            busy={busy}
            {...(mayReply ? { onReply: (says: string) => reply(it.finding, says) } : {})}
          />
        ))}
      </ul>
    </details>
  )
}
