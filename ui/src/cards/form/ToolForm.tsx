/**
 * A form for a tool, generated from its fields. It is used wherever a person makes or edits a call:
 * in the palette, on a card without a view of its own, in a question.
 */

import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { ErrorReport } from '../../bridge'
import { commands } from '../../generated/commands'
import { Button } from '../../kit'
import { useTranslation } from '../../text'
import { useErrorText } from '../../text/errorText'
import { ErrorMessage } from '../ErrorMessage'
import { FieldInput } from './FieldInput'
import styles from './form.module.css'
import { type FormValue, formValues, missingFields, toolArgs } from './formValues'
import { TitleSuggestions } from './TitleSuggestions'

interface ToolFormProps {
  /** The tool's name; one that is not known has no fields. */
  tool: string
  /** The arguments to begin with; those the tool has no field for are handed on as they are. */
  initial?: Record<string, unknown>
  /** Fields that are not shown, because the place of the form says them. */
  hidden?: readonly string[]
  submitLabel: string
  busy?: boolean
  /** What the last call came to; it is shown at the field it names. */
  error?: ErrorReport | undefined
  onSubmit: (args: Record<string, unknown>) => void
  /** Further buttons beside the one that submits. */
  children?: ReactNode
}

export function ToolForm(props: ToolFormProps) {
  const { tool, initial = {}, hidden = [], submitLabel, busy = false, error, onSubmit } = props
  const { t } = useTranslation()
  const fields = commands
    .find((it) => it.name === tool)
    ?.fields.filter((it) => !hidden.includes(it.name))
  const [values, setValues] = useState(() => formValues(fields ?? [], initial))
  const [tried, setTried] = useState(false)
  const titles = useId()
  const wordsOf = useErrorText()
  if (!fields)
    return (
      <ErrorMessage report={{ code: 'UNKNOWN_ACTION', message: t('tools-unknown', { tool }) }} />
    )

  const lack = tried ? missingFields(fields, values) : undefined
  const named = /^\/(\w+)/.exec(error?.path ?? '')?.[1]
  const placed = fields.some((it) => it.name === named)
  const faultOf = (name: string) => {
    if (lack?.name === name) return t(`tools-lacks-${lack.why}`)
    if (named !== name || !error) return undefined
    const { words, hint } = wordsOf(error, true)
    return [words, hint].filter(Boolean).join(' — ')
  }
  const set = (name: string, value: FormValue) => setValues((old) => ({ ...old, [name]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (!missingFields(fields, values)) onSubmit(toolArgs(fields, values, initial))
  }
  return (
    <form
      className={styles.form}
      aria-label={t.or(`tools-did-${tool}`, tool)}
      onSubmit={submit}
      onKeyDown={(event) => {
        const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        if (sends) submit(event)
      }}
    >
      <TitleSuggestions id={titles} />
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          fault={faultOf(field.name)}
          titles={titles}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {!placed && <ErrorMessage report={error} />}
      <div className={styles.foot}>
        <Button type="submit" variant="primary" disabled={busy}>
          {submitLabel}
        </Button>
        {props.children}
      </div>
    </form>
  )
}
