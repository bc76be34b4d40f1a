/** The comments on a text: marked in it, listed in a box below it, and added at a selection. */

import { MessageSquare, MessageSquarePlus, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useState } from 'react'
import { IconButton, isImeKey } from '../../../kit'
import { useTranslation } from '../../../text'
import { ErrorMessage } from '../../ErrorMessage'
import { useToolCall } from '../../useToolCall'
import type { ProseHandle } from '../ProseEditor'
import type { PassageText } from '../passage'
import { CommentForm } from './CommentForm'
import { CommentList } from './CommentList'
import styles from './comments.module.css'
import { type Comment, useCommentsOf } from './storyComments'

interface CommentsOptions {
  editor: RefObject<ProseHandle | null>
  node: string
  /** Saves what is written, so that the passage is in the text as it is quoted. */
  save: () => Promise<void>
  /** Whether nothing else was opened on the text since. */
  isShown: boolean
  onShow: () => void
}

type Mode =
  | { is: 'adding'; passage: PassageText }
  | { is: 'reading'; looked: string | undefined }
  | undefined

export function useComments({ editor, node, save, isShown, onShow }: CommentsOptions) {
  const { t } = useTranslation()
  const heading = useId()
  const { call, running, fault, clearError } = useToolCall()
  const { comments, fault: unread, reread } = useCommentsOf(node)
  const [opened, setMode] = useState<Mode>()
  const mode = isShown ? opened : undefined
  const looked = mode?.is === 'reading' ? mode.looked : undefined

  useEffect(() => {
    const stand = comments.filter((it) => it.passage.character !== undefined)
    const places = stand.map(({ finding, passage }) => ({ id: finding, passage }))
    editor.current?.comments.show(places, looked)
  }, [editor, comments, looked])

  const leave = () => {
    setMode(undefined)
    clearError()
    editor.current?.passage.unmark()
    editor.current?.focus()
  }
  const add = useCallback(() => {
    const passage = editor.current?.passage.mark({ sentence: true })
    if (!passage || passage.isCaret) return
    setMode({ is: 'adding', passage })
    onShow()
  }, [editor, onShow])
  const read = useCallback(
    (looked?: string) => {
      // A comment that was being written is left, and its passage with it.
      editor.current?.passage.unmark()
      setMode({ is: 'reading', looked })
      onShow()
    },
    [editor, onShow],
  )

  const store = async ({ text, character }: PassageText, says: string) => {
    await save()
    if (!(await call('add_finding', { node, passage: text, character, says }))) return
    await reread()
    leave()
  }
  const resolve = async ({ finding }: Comment) => {
    if (await call('close_finding', { finding })) await reread()
  }
  const say = async (
    tool: 'reply_to_finding' | 'update_finding',
    finding: string,
    says: string,
  ) => {
    const isStored = (await call(tool, { finding, says })) !== undefined
    if (isStored) await reread()
    return isStored
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isImeKey(event.nativeEvent)) return
    event.preventDefault()
    // The page below is left by the same key.
    event.stopPropagation()
    leave()
  }
  const box = mode && (
    <section className={styles.box} aria-labelledby={heading} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <MessageSquare size={14} aria-hidden />
        <h3 id={heading} className={styles.heading}>
          {t(mode.is === 'adding' ? 'cards-comments-title-add' : 'cards-comments-title')}
        </h3>
        {mode.is === 'reading' && (
          <IconButton
            label={t('cards-comments-open')}
            keys="Mod+Alt+M"
            icon={<MessageSquarePlus size={15} />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={add}
          />
        )}
        <IconButton
          label={t('cards-comments-close')}
          keys="Escape"
          icon={<X size={15} />}
          onClick={leave}
        />
      </header>
      <ErrorMessage report={fault ?? unread} />
      {mode.is === 'adding' ? (
        <CommentForm
          quote={mode.passage.text}
          busy={running}
          onAdd={(says) => void store(mode.passage, says)}
          onLeave={leave}
        />
      ) : (
        <CommentList
          comments={comments}
          looked={looked}
          busy={running}
          onLook={({ finding, passage }) => {
            read(finding)
            editor.current?.select(passage)
          }}
          onResolve={(it) => void resolve(it)}
          onReply={({ finding }, says) => say('reply_to_finding', finding, says)}
          onEdit={({ finding }, says) => say('update_finding', finding, says)}
        />
      )}
    </section>
  )
  const count = comments.length
  const button = (
    <IconButton
      label={count > 0 ? t('cards-comments-button', { count }) : t('cards-comments-open')}
      {...(count > 0 ? {} : { keys: 'Mod+Alt+M' })}
      pressed={mode !== undefined}
      icon={
        <>
          <MessageSquare size={15} />
          {count > 0 && <span className={styles.count}>{count}</span>}
        </>
      }
      // The selection stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (mode) leave()
        else if (count > 0) read()
        else add()
      }}
    />
  )
  return { add, look: read, box, button }
}
