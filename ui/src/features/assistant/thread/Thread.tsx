/**
 * The messages and calls of the conversation, oldest first; it stays at the end unless the reader
 * scrolled up.
 */

import { useRef } from 'react'
import { type Translate, useTranslation } from '../../../text'
import styles from '../Assistant.module.css'
import { Attachments } from '../composer/Attachments'
import { splitAbout } from '../composer/about'
import { useConversation } from '../state/conversation'
import type { Turn } from '../state/reduce'
import { CommandView } from './CommandView'
import { QueuedMessages } from './QueuedMessages'
import turnStyles from './Turn.module.css'
import { TurnView } from './TurnView'
import { useStickToBottom } from './useStickToBottom'
import { Welcome } from './Welcome'

export function Thread() {
  const { t } = useTranslation()
  const items = useConversation((it) => it.items)
  const pending = useConversation((it) => it.pending)
  const reading = useConversation((it) => it.reading)
  const { box, content, onScroll } = useStickToBottom(pending)
  const empty = items.length === 0 && !pending
  return (
    <section
      ref={box}
      className={styles.scroll}
      aria-label={t('assistant-thread')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      {empty && !reading && <Welcome />}
      <div ref={content} className={empty ? '' : styles.thread}>
        {items.map((it) =>
          it.kind === 'turn' ? (
            <TurnView key={it.id} turn={it} />
          ) : (
            <CommandView key={it.id} command={it} />
          ),
        )}
        {pending && <p className={turnStyles.said}>{splitAbout(pending.text).words}</p>}
        <Attachments pictures={pending?.pictures ?? []} />
        <QueuedMessages />
      </div>
      <LiveAnnouncer />
    </section>
  )
}

/** What is read aloud: that it works, what it asks, and its words once they are whole. */
function LiveAnnouncer() {
  const { t } = useTranslation()
  const turn = useConversation((it) =>
    it.items.findLast((item): item is Turn => item.kind === 'turn'),
  )
  // Only the turn that was seen at work: one that was opened to be read is not read aloud.
  const announced = useRef<string>(undefined)
  if (turn?.state === 'running') announced.current = turn.id
  return (
    <div className={styles.hidden} role="status" aria-live="polite">
      {turn && announced.current === turn.id && spoken(turn, t)}
    </div>
  )
}

function spoken(turn: Turn, t: Translate): string {
  const asks = turn.entries.some((it) => it.kind === 'call' && it.question)
  if (asks) return t('assistant-spoken-asks')
  if (turn.state === 'running') return t('assistant-working')
  const last = turn.entries.findLast((it) => it.kind === 'words')
  return turn.closing || (last?.kind === 'words' ? last.text : t('assistant-spoken-done'))
}
