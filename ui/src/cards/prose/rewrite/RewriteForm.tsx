/** What is to be done with a passage: one of the usual things, or the writer's own words. */

import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton, TextInput } from '../../../kit'
import { type MessageId, useTranslation } from '../../../text'
import { PromptButtons } from '../../PromptButtons'
import styles from './rewrite.module.css'
import type { RewriteRequest, RewriteTask } from './useRewriting'

/** What needs to be said more exactly. */
type Asking = 'tone' | 'translate'

const TASKS = ['rephrase', 'expand', 'shorten', 'tone', 'continue', 'translate'] as const
const TONES = ['warmer', 'colder', 'tenser', 'lighter', 'plainer', 'lyrical'] as const
const LANGUAGES = ['en', 'zh', 'de', 'fr', 'es', 'ja'] as const

interface RewriteFormProps {
  /** Whether nothing is selected: then there is nothing to change. */
  isCaret: boolean
  onRequest: (request: RewriteRequest) => void
}

export function RewriteForm({ isCaret, onRequest }: RewriteFormProps) {
  const { t, language } = useTranslation()
  const [asking, setAsking] = useState<Asking>()
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is answered from its start
  useEffect(() => field.current?.focus(), [asking])

  const detail = words.trim()
  const ask = (detail: string) => onRequest({ task: isCaret ? 'continue' : 'own', detail })
  const begin = (task: RewriteTask) => {
    if ((task === 'tone' || task === 'translate') && detail === '') setAsking(task)
    else onRequest(detail === '' ? { task } : { task, detail })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (asking && detail !== '') onRequest({ task: asking, detail })
    else if (detail !== '') ask(detail)
  }
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const suggested =
    asking === 'tone'
      ? TONES.map((it) => t(`cards-rewrite-tone-${it}` satisfies MessageId))
      : LANGUAGES.map((it) => names.of(it) ?? it)
  const label = t(asking ? `cards-rewrite-ask-${asking}` : 'cards-rewrite-own')
  return (
    <form className={styles.request} onSubmit={submit}>
      <div className={styles.line}>
        {asking && (
          <IconButton
            label={t('cards-rewrite-back')}
            icon={<ArrowLeft size={15} />}
            onClick={() => setAsking(undefined)}
          />
        )}
        <TextInput
          ref={field}
          data-rewrite-focus
          aria-label={label}
          placeholder={label}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={detail === ''}>
          {t('cards-rewrite-go')}
        </Button>
      </div>
      <div className={styles.tasks}>
        {asking
          ? suggested.map((it) => (
              <Button key={it} onClick={() => onRequest({ task: asking, detail: it })}>
                {it}
              </Button>
            ))
          : TASKS.filter((it) => !isCaret || it === 'continue').map((task) => (
              <Button key={task} onClick={() => begin(task)}>
                {t(`cards-rewrite-task-${task}`)}
              </Button>
            ))}
        {!asking && <PromptButtons onChoose={ask} />}
      </div>
    </form>
  )
}
