/** The messages of a story's people and agents, and the field to write one. */

import { Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PostedMessage } from '../../generated/sharedTypes'
import { AutoGrowTextArea, exactTime, IconButton, isImeKey, relativeTime } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Chat.module.css'

interface ChatProps {
  /** Oldest first; missing while they are read. */
  messages: readonly PostedMessage[] | undefined
  isMine: (message: PostedMessage) => boolean
  /** Whether it was sent; what was not stays in the field. */
  onSend: (text: string) => Promise<boolean>
  /** Whether nothing can be sent now. */
  disabled?: boolean
}

export function Chat({ messages, isMine, onSend, disabled = false }: ChatProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const newest = messages?.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is shown
  useLayoutEffect(() => {
    list.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' })
  }, [newest])
  return (
    <div className={styles.chat}>
      {messages?.length === 0 && <p className={styles.quiet}>{t('cards-chat-empty')}</p>}
      <ul
        ref={list}
        className={styles.list}
        aria-label={t('cards-chat-messages')}
        aria-live="polite"
      >
        {messages?.map((it, at) => (
          <Message
            key={it.id}
            message={it}
            isMine={isMine(it)}
            continues={continues(messages[at - 1], it)}
          />
        ))}
      </ul>
      <Composer onSend={onSend} disabled={disabled} />
    </div>
  )
}

/** How long after a message of the same person the next one is shown without a name, in milliseconds. */
const SAME_BREATH_MS = 5 * 60_000

function continues(before: PostedMessage | undefined, message: PostedMessage): boolean {
  if (before?.name !== message.name || before.from?.id !== message.from?.id) return false
  return Date.parse(message.time) - Date.parse(before.time) < SAME_BREATH_MS
}

interface MessageProps {
  message: PostedMessage
  isMine: boolean
  /** Whether the message before it shows the name. */
  continues: boolean
}

function Message({ message, isMine, continues }: MessageProps) {
  const { t, language } = useTranslation()
  const name = message.from === null ? t('cards-chat-writer', { name: message.name }) : message.name
  return (
    <li className={`${styles.message} ${isMine ? styles.mine : ''}`}>
      {!continues && (
        <span className={styles.head}>
          <strong>{isMine ? t('cards-chat-you') : name}</strong>
          <time dateTime={message.time} title={exactTime(message.time, language)}>
            {relativeTime(message.time, Date.now(), language)}
          </time>
        </span>
      )}
      <p className={styles.text} dir="auto">
        {message.text}
      </p>
    </li>
  )
}

function Composer({ onSend, disabled }: Pick<ChatProps, 'onSend'> & { disabled: boolean }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || sending || disabled) return
    setSending(true)
    if (await onSend(text.trim())) setText('')
    setSending(false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isImeKey(event.nativeEvent)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form className={styles.composer} onSubmit={(event) => void send(event)}>
      <AutoGrowTextArea
        fieldClassName={styles.field ?? ''}
        aria-label={t('cards-chat-write')}
        placeholder={t('cards-chat-write')}
        value={text}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton
        type="submit"
        label={t('cards-chat-send')}
        icon={<Send size={15} aria-hidden />}
        disabled={disabled || sending || text.trim() === ''}
      />
    </form>
  )
}
