/** A question of the assistant, answered where it is asked: yes, always, yes but otherwise, no. */

import { Check, CheckCheck, Pencil } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorReport, Question } from '../../bridge'
import { Fault } from '../../cards'
import { useSession } from '../../document'
import { Button, TextInput } from '../../kit'
import { ArgsForm } from './ArgsForm'
import { type Args, sent, shownFields } from './args'
import { Plain } from './Plain'
import styles from './Question.module.css'
import { answerTo } from './talk'

interface QuestionBoxProps {
  question: Question
  turn: string
}

export function QuestionBox({ question, turn }: QuestionBoxProps) {
  const { t } = useTranslation('assistant')
  const session = useSession()
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<ErrorReport>()

  async function answer(answered: Answered) {
    setBusy(true)
    setFault(undefined)
    const failed = await answerTo(session, { call_id: question.call_id, turn, ...answered })
    setFault(failed)
    if (failed) setBusy(false)
  }
  return (
    <section className={styles.question} aria-label={t(`asks.${question.impact}`)}>
      <p>{t(`asks.${question.impact}`)}</p>
      {editing ? (
        <Editing
          question={question}
          busy={busy}
          onAnswer={answer}
          onBack={() => {
            setEditing(false)
            setFault(undefined)
          }}
        />
      ) : (
        <Choices
          question={question}
          busy={busy}
          onAnswer={answer}
          onEdit={() => setEditing(true)}
        />
      )}
      <Fault report={fault} />
    </section>
  )
}

/** What is told of an answer beside what it answers. */
interface Answered {
  answer: 'approve' | 'always' | 'reject'
  message?: string
  args?: string
}

interface ChoicesProps {
  question: Question
  busy: boolean
  onAnswer: (answered: Answered) => Promise<void>
  onEdit: () => void
}

function Choices({ question, busy, onAnswer, onEdit }: ChoicesProps) {
  const { t } = useTranslation('assistant')
  const [message, setMessage] = useState('')
  const words = message.trim()
  return (
    <>
      <Plain value={question.args} />
      <div className={styles.answers}>
        <Button
          look="primary"
          icon={<Check size={14} />}
          disabled={busy}
          onClick={() => void onAnswer({ answer: 'approve' })}
        >
          {t('asks.approve')}
        </Button>
        <Button icon={<Pencil size={13} />} disabled={busy} onClick={onEdit}>
          {t('asks.edit')}
        </Button>
        <Button
          icon={<CheckCheck size={14} />}
          disabled={busy}
          onClick={() => void onAnswer({ answer: 'always' })}
        >
          {t('asks.always')}
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
          aria-label={t('asks.message')}
          placeholder={t('asks.message')}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button type="submit" disabled={busy}>
          {t('asks.reject')}
        </Button>
      </form>
    </>
  )
}

interface EditingProps {
  question: Question
  busy: boolean
  onAnswer: (answered: Answered) => Promise<void>
  onBack: () => void
}

/** The arguments as a form; it opens with the keyboard in its first field. */
function Editing({ question, busy, onAnswer, onBack }: EditingProps) {
  const { t } = useTranslation('assistant')
  const given = (question.args ?? {}) as Args
  const [args, setArgs] = useState(given)
  const [fields] = useState(() => shownFields(question.tool, given))
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [])

  function keyed(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    onBack()
  }
  function mark(name: string, isBroken: boolean) {
    setBroken((old) => {
      const next = new Set(old)
      if (isBroken) next.add(name)
      else next.delete(name)
      return next
    })
  }
  return (
    <form
      ref={form}
      className={styles.fields}
      onKeyDown={keyed}
      onSubmit={(event) => {
        event.preventDefault()
        void onAnswer({ answer: 'approve', args: JSON.stringify(sent(args, fields)) })
      }}
    >
      <ArgsForm fields={fields} args={args} onChange={setArgs} onBroken={mark} />
      <div className={styles.answers}>
        <Button type="submit" look="primary" disabled={busy || broken.size > 0}>
          {t('asks.approveEdited')}
        </Button>
        <Button look="plain" onClick={onBack}>
          {t('asks.back')}
        </Button>
      </div>
    </form>
  )
}
