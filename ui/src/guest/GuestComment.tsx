/** A comment of a guest on a passage: the button, and the form while it is written. */

import { MessageSquarePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../bridge'
import { ErrorMessage } from '../cards/ErrorMessage'
import { CommentForm } from '../cards/prose/comments/CommentForm'
import { useSession } from '../document'
import type { Level } from '../generated/workspaceTools'
import { IconButton } from '../kit'
import { type PassageToComment, passageToComment } from '../notation'
import { useTranslation } from '../text'
import styles from './guest.module.css'

export function useGuestComment(
  node: string | undefined,
  level: Level | undefined,
  area: () => HTMLElement | null,
): { button: ReactNode; form: ReactNode } {
  const { t } = useTranslation()
  const session = useSession()
  const [writing, setWriting] = useState<PassageToComment & { node: string }>()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [fault, setFault] = useState<ErrorReport>()
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFault(undefined)
    await work().catch((error: unknown) => setFault(toErrorReport(error)))
    setBusy(false)
  }
  const begin = () =>
    attempt(async () => {
      if (node === undefined) return
      const { text } = await session.data('read_text', { node })
      const passage = passageToComment(text, selectedIn(area()))
      setSent(false)
      setWriting(passage && { ...passage, node })
    })
  const add = (says: string) =>
    attempt(async () => {
      if (!writing) return
      const { node: at, text: passage, character } = writing
      await session.data('add_finding', { node: at, passage, character, says, kind: 'comment' })
      setWriting(undefined)
      setSent(true)
    })
  const button = (
    <IconButton
      label={t('guest-comment')}
      icon={<MessageSquarePlus size={15} aria-hidden />}
      disabled={busy || node === undefined}
      // The selection, which it is about, stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void begin()}
    />
  )
  const form = (
    <>
      <ErrorMessage report={fault} />
      {sent && (
        <p className={styles.sent} role="status">
          {t(level === 'draft' ? 'guest-comment-sent' : 'guest-comment-added')}
        </p>
      )}
      {writing && writing.node === node && (
        <div className={styles.comment}>
          <CommentForm
            quote={writing.text}
            busy={busy}
            onAdd={(says) => void add(says)}
            onLeave={() => setWriting(undefined)}
          />
        </div>
      )}
    </>
  )
  return { button, form }
}

/** What is selected within an area of the page. */
function selectedIn(area: HTMLElement | null): string {
  const selection = document.getSelection()
  return area && selection?.anchorNode && area.contains(selection.anchorNode)
    ? selection.toString()
    : ''
}
