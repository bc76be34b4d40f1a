/** A question of the assistant, answered in place: yes, always, yes with edits, no. */

import { Check, CheckCheck, Pencil } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ErrorReport, Question } from '../../../bridge'
import { ErrorMessage, ToolForm } from '../../../cards'
import { useSession } from '../../../document'
import { Button, TextInput } from '../../../kit'
import { useTranslation } from '../../../text'
import { answerQuestion } from '../state/conversation'
import { ProposedChange } from './ProposedChange'
import styles from './Question.module.css'

interface QuestionBoxProps {
  question: Question
  turn: string
  /** The card the request is about. */
  about: string | null
}

export function QuestionBox({ question, turn, about }: QuestionBoxProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<ErrorReport>()

  // Asked again, because what the person gave instead cannot be done: it stays in their hand.
  useEffect(() => {
    if (!question.refused) return
    setBusy(false)
    setEditing(true)
  }, [question])

  const asked = question.removes
    ? t('assistant-asks-removes', { ...question.removes })
    : t(`assistant-asks-${question.impact}`)

  async function answer(answered: QuestionAnswer) {
    setBusy(true)
    setFault(undefined)
    const failed = await answerQuestion(session, { call_id: question.call_id, turn, ...answered })
    setFault(failed)
    if (failed) setBusy(false)
  }
  return (
    <section className={styles.question} aria-label={asked}>
      <p>{asked}</p>
      {editing ? (
        <Editing
          question={question}
          busy={busy}
          fault={fault ?? refusal(question)}
          onAnswer={answer}
          onBack={() => {
            setEditing(false)
            setFault(undefined)
          }}
        />
      ) : (
        <Choices
          question={question}
          about={about}
          busy={busy}
          onAnswer={answer}
          onEdit={() => setEditing(true)}
        />
      )}
      {!editing && <ErrorMessage report={fault} />}
    </section>
  )
}

/** What is wrong with the arguments that the person gave instead, where they were refused. */
function refusal({ refused }: Question): ErrorReport | undefined {
  if (!refused) return undefined
  const { message, path, hint } = refused
  return {
    code: 'INVALID_ACTION_INPUT',
    message,
    ...(path === undefined ? {} : { path }),
    ...(hint === undefined ? {} : { hint }),
  }
}

/** What is told of an answer beside what it answers. */
interface QuestionAnswer {
  answer: 'approve' | 'always' | 'reject'
  message?: string
  args?: string
}

interface ChoicesProps {
  question: Question
  about: string | null
  busy: boolean
  onAnswer: (answered: QuestionAnswer) => Promise<void>
  onEdit: () => void
}

function Choices({ question, about, busy, onAnswer, onEdit }: ChoicesProps) {
  const { t } = useTranslation()
  const [message, setMessage] = useState('')
  const words = message.trim()
  return (
    <>
      <ProposedChange question={question} about={about} />
      <div className={styles.answers}>
        <Button
          variant="primary"
          icon={<Check size={14} />}
          disabled={busy}
          onClick={() => void onAnswer({ answer: 'approve' })}
        >
          {t('assistant-asks-approve')}
        </Button>
        <Button icon={<Pencil size={13} />} disabled={busy} onClick={onEdit}>
          {t('assistant-asks-edit')}
        </Button>
        <Button
          icon={<CheckCheck size={14} />}
          disabled={busy}
          onClick={() => void onAnswer({ answer: 'always' })}
        >
          {t('assistant-asks-always')}
        </Button>
      </div>
      <form
        className={styles.no}
        onSubmit={(event) => {
          event.preventDefault()
          void onAnswer({ answer: 'reject', ...(words ? { message: words } : {}) })
        }}
      >
        <TextInput
          value={message}
          aria-label={t('assistant-asks-message')}
          placeholder={t('assistant-asks-message')}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button type="submit" disabled={busy}>
          {t('assistant-asks-reject')}
        </Button>
      </form>
    </>
  )
}

interface EditingProps {
  question: Question
  busy: boolean
  fault: ErrorReport | undefined
  onAnswer: (answered: QuestionAnswer) => Promise<void>
  onBack: () => void
}

/** The arguments as a form; it opens with the keyboard in its first field, and Esc goes back. */
function Editing({ question, busy, fault, onAnswer, onBack }: EditingProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])

  function keyed(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onBack()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc goes back from any field
    <div ref={box} onKeyDown={keyed}>
      <ToolForm
        tool={question.tool}
        initial={(question.refused?.args ?? question.args ?? {}) as Record<string, unknown>}
        submitLabel={t('assistant-asks-approveEdited')}
        busy={busy}
        error={fault}
        onSubmit={(args) => void onAnswer({ answer: 'approve', args: JSON.stringify(args) })}
      >
        <Button variant="plain" onClick={onBack}>
          {t('assistant-asks-back')}
        </Button>
      </ToolForm>
    </div>
  )
}
