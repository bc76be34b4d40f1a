/** The open comments on a text: each shows its passage, and can be resolved. */

import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from './comments.module.css'
import type { Comment } from './storyComments'

interface CommentListProps {
  comments: readonly Comment[]
  /** The one that is looked at. */
  looked: string | undefined
  busy: boolean
  onLook: (comment: Comment) => void
  onResolve: (comment: Comment) => void
}

export function CommentList({ comments, looked, busy, onLook, onResolve }: CommentListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!looked) return
    list.current?.querySelector('[data-looked=true]')?.scrollIntoView({ block: 'nearest' })
  }, [looked])
  if (comments.length === 0) return <p className={styles.none}>{t('cards-comments-none')}</p>
  return (
    <ul ref={list} className={styles.list}>
      {comments.map((comment) => {
        const { finding, says, author, passage } = comment
        const isGone = passage.character === undefined
        return (
          <li key={finding} className={styles.comment} data-looked={finding === looked}>
            <button
              type="button"
              className={styles.quote}
              disabled={isGone}
              title={t(isGone ? 'cards-comments-gone' : 'cards-comments-show')}
              onClick={() => onLook(comment)}
            >
              <q data-gone={isGone}>{passage.quote}</q>
            </button>
            {author && <span className={styles.author}>{author}</span>}
            <p className={styles.says}>{says}</p>
            <Button
              icon={<Check size={13} aria-hidden />}
              disabled={busy}
              onClick={() => onResolve(comment)}
            >
              {t('cards-comments-resolve')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
