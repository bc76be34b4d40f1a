/** One comment: its passage, what was said and answered, and what can be done about it. */

import { Check, Pencil, Reply } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit'
import { useTranslation } from '../../../text'
import { CommentForm } from './CommentForm'
import styles from './comments.module.css'
import type { Comment } from './storyComments'

interface CommentItemProps {
  comment: Comment
  isLooked?: boolean
  busy: boolean
  /** Shows the passage. */
  onLook?: () => void
  onResolve?: () => void
  /** Whether the words were stored; those that were not stay in the form. */
  onReply?: (says: string) => Promise<boolean>
  onEdit?: (says: string) => Promise<boolean>
}

export function CommentItem(props: CommentItemProps) {
  const { comment, isLooked = false, busy, onLook, onResolve, onReply, onEdit } = props
  const { t } = useTranslation()
  const [writing, setWriting] = useState<'reply' | 'edit'>()
  const { finding, says, author, passage, replies = [] } = comment
  const isGone = passage.character === undefined
  const store = writing === 'edit' ? onEdit : onReply
  const save = async (words: string) => {
    if (await store?.(words)) setWriting(undefined)
  }
  const form = (
    <CommentForm
      label={t(writing === 'edit' ? 'cards-comments-says' : 'cards-comments-your-reply')}
      action={t(writing === 'edit' ? 'cards-comments-save' : 'cards-comments-reply')}
      initial={writing === 'edit' ? says : ''}
      busy={busy}
      onAdd={(words) => void save(words)}
      onLeave={() => setWriting(undefined)}
    />
  )
  return (
    <li className={styles.comment} data-looked={isLooked} data-finding={finding}>
      <button
        type="button"
        className={styles.quote}
        disabled={isGone || !onLook}
        title={t(isGone ? 'cards-comments-gone' : 'cards-comments-show')}
        onClick={onLook}
      >
        <q data-gone={isGone}>{passage.quote}</q>
      </button>
      {author && <span className={styles.author}>{author}</span>}
      {writing === 'edit' ? form : <p className={styles.says}>{says}</p>}
      {replies.length > 0 && (
        <ul className={styles.replies} aria-label={t('cards-comments-replies')}>
          {replies.map((it, at) => (
            // Replies are only added, so that their places stay.
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be said twice
            <ReplyText key={at} reply={it} />
          ))}
        </ul>
      )}
      {writing === 'reply' && form}
      {writing === undefined && (
        <div className={styles.buttons}>
          {onResolve && (
            <Button icon={<Check size={13} aria-hidden />} disabled={busy} onClick={onResolve}>
              {t('cards-comments-resolve')}
            </Button>
          )}
          {onReply && (
            <Button
              variant="plain"
              icon={<Reply size={13} aria-hidden />}
              disabled={busy}
              onClick={() => setWriting('reply')}
            >
              {t('cards-comments-reply')}
            </Button>
          )}
          {onEdit && (
            <Button
              variant="plain"
              icon={<Pencil size={13} aria-hidden />}
              disabled={busy}
              onClick={() => setWriting('edit')}
            >
              {t('cards-comments-edit')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function ReplyText({ reply }: { reply: NonNullable<Comment['replies']>[number] }) {
  const { t } = useTranslation()
  return (
    <li>
      <span className={styles.author}>{reply.author ?? t('cards-comments-writer')}</span>
      <p className={styles.says}>{reply.says}</p>
    </li>
  )
}
