/**
 * Adds a named alternative: written here, copied from the current text, or requested from the
 * assistant.
 */

import { Sparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../../cards'
import { Button, Field, TextArea, TextInput } from '../../../kit'
import { prepareMessage } from '../../../state'
import { useTranslation } from '../../../text'
import rows from '../rows.module.css'
import styles from './alternatives.module.css'

interface AddAlternativeProps {
  node: string
  /** The names there are; writing one of them again would replace it. */
  taken: readonly string[]
  onAdded: () => void
}

export function AddAlternative({ node, taken, onAdded }: AddAlternativeProps) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const [typed, setTyped] = useState<string>()
  const [text, setText] = useState('')
  const name =
    typed ?? freeName((number) => t('inspector-alternatives-numbered', { number }), taken)
  const double = taken.some((it) => it.toLowerCase() === name.trim().toLowerCase())
  const ready = name.trim() !== '' && !double && !running

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const kept = { node, name: name.trim() }
    const done = text.trim()
      ? await call('write_text', { ...kept, text, adopt: false })
      : await call('keep_alternative', kept)
    if (!done) return
    setTyped(undefined)
    setText('')
    onAdded()
  }
  return (
    <form className={rows.form} onSubmit={(event) => void add(event)}>
      <Field
        label={t('inspector-alternatives-name')}
        {...(double ? { fault: t('inspector-alternatives-double', { name: name.trim() }) } : {})}
      >
        {(ids) => (
          <TextInput {...ids} value={name} onChange={(event) => setTyped(event.target.value)} />
        )}
      </Field>
      <Field label={t('inspector-alternatives-text')} note={t('inspector-alternatives-text-note')}>
        {(ids) => (
          <TextArea
            {...ids}
            className={styles.prose ?? ''}
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <ErrorMessage report={fault} />
      <div className={rows.buttons}>
        <Button type="submit" disabled={!ready}>
          {t(text.trim() ? 'inspector-alternatives-write' : 'inspector-alternatives-keep')}
        </Button>
        <Button
          variant="plain"
          icon={<Sparkles size={14} aria-hidden />}
          onClick={() => prepareMessage(t('inspector-alternatives-ask-message'))}
        >
          {t('inspector-alternatives-ask')}
        </Button>
      </div>
    </form>
  )
}

function freeName(numbered: (number: number) => string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = numbered(number)
    if (!taken.includes(name)) return name
  }
}
