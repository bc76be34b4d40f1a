/** The open comments on a text: each shows its passage, and can be answered, changed and resolved. */

import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../text'
import { CommentItem } from './CommentItem'
import styles from './comments.module.css'
import type { Comment } from './storyComments'

interface CommentListProps {
  comments: readonly Comment[]
  /** The one that is looked at. */
  looked: string | undefined
  busy: boolean
  onLook: (comment: Comment) => void
  onResolve: (comment: Comment) => void
  /** Whether the answer was stored. */
  onReply: (comment: Comment, says: string) => Promise<boolean>
  /** Whether the new words were stored. */
  onEdit: (comment: Comment, says: string) => Promise<boolean>
}

export function CommentList(props: CommentListProps) {
  const { comments, looked, busy, onLook, onResolve, onReply, onEdit } = props
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!looked) return
    list.current?.querySelector('[data-looked=true]')?.scrollIntoView({ block: 'nearest' })
  }, [looked])
  if (comments.length === 0) return <p className={styles.none}>{t('cards-comments-none')}</p>
  return (
    <ul ref={list} className={styles.list}>
      {comments.map((comment) => (
        <CommentItem
          key={comment.finding}
          comment={comment}
          isLooked={comment.finding === looked}
          busy={busy}
          onLook={() => onLook(comment)}
          onResolve={() => onResolve(comment)}
          onReply={(says) => onReply(comment, says)}
          onEdit={(says) => onEdit(comment, says)}
        />
      ))}
    </ul>
  )
}
