/** The writer's own prompts: written, changed and deleted. */

import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { callProgram, type ErrorReport, type Program, toErrorReport } from '../../../bridge'
import {
  ErrorMessage,
  LONGEST_PROMPT,
  LONGEST_PROMPT_NAME,
  setPrompts,
  usePrompts,
} from '../../../cards'
import { Button, Dialog, Field, IconButton, TextArea, TextInput } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from './prompts.module.css'

interface PromptsDialogProps {
  program: Program
  /** What is in the field of the assistant, to be saved. */
  written: string
  onClose: () => void
}

export function PromptsDialog({ program, written, onClose }: PromptsDialogProps) {
  const { t } = useTranslation()
  const prompts = usePrompts((it) => it.prompts)
  /** The name of the one that is changed; undefined for a new one. */
  const [changed, setChanged] = useState<string>()
  const [name, setName] = useState('')
  const [prompt, setPrompt] = useState(written)
  const [fault, setFault] = useState<ErrorReport>()
  // As the program keeps it: one line.
  const wanted = name.trim().replace(/\s+/g, ' ')
  const ready = wanted !== '' && prompt.trim() !== ''
  const replaces = wanted !== changed && Object.hasOwn(prompts, wanted)
  const edit = (of?: string) => {
    setChanged(of)
    setName(of ?? '')
    setPrompt(of === undefined ? '' : (prompts[of] ?? ''))
  }
  const keep = async (changes: Record<string, string>) => {
    try {
      setPrompts((await callProgram(program, 'update_settings', { prompts: changes })).prompts)
      setFault(undefined)
      return true
    } catch (error) {
      setFault(toErrorReport(error))
      return false
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    // Events bubble out of the dialog to the form of the message, which would be sent.
    event.stopPropagation()
    if (!ready) return
    const former = changed !== undefined && changed !== wanted ? { [changed]: '' } : {}
    if (await keep({ ...former, [wanted]: prompt })) edit()
  }
  const remove = async (it: string) => {
    const words = prompts[it] ?? ''
    if (!(await keep({ [it]: '' }))) return
    // The text stays in the form, so that it can be saved again.
    setChanged(undefined)
    setName(it)
    setPrompt(words)
  }
  const names = Object.keys(prompts)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('assistant-prompts-title')}
      note={t('assistant-prompts-note')}
      closeLabel={t('assistant-prompts-close')}
    >
      <div className={styles.dialog}>
        {names.length > 0 && (
          <ul className={styles.list}>
            {names.map((it) => (
              <li key={it} className={styles.row}>
                <button
                  type="button"
                  className={styles.prompt}
                  aria-current={it === changed || undefined}
                  onClick={() => edit(it)}
                >
                  <b>{it}</b>
                  <span>{prompts[it]}</span>
                </button>
                <IconButton
                  label={t('assistant-prompts-delete', { name: it })}
                  icon={<Trash2 size={15} />}
                  onClick={() => void remove(it)}
                />
              </li>
            ))}
          </ul>
        )}
        <form className={styles.form} onSubmit={(event) => void save(event)}>
          <Field
            label={t('assistant-prompts-name')}
            {...(replaces ? { note: t('assistant-prompts-replaces') } : {})}
          >
            {(ids) => (
              <TextInput
                {...ids}
                value={name}
                maxLength={LONGEST_PROMPT_NAME}
                placeholder={t('assistant-prompts-example')}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('assistant-prompts-text')}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={4}
                value={prompt}
                maxLength={LONGEST_PROMPT}
                placeholder={t('assistant-prompts-example-text')}
                onChange={(event) => setPrompt(event.target.value)}
              />
            )}
          </Field>
          <ErrorMessage report={fault} />
          <div className={styles.foot}>
            {changed !== undefined && (
              <Button onClick={() => edit()}>{t('assistant-prompts-new')}</Button>
            )}
            <Button type="submit" variant="primary" disabled={!ready}>
              {t(changed === undefined ? 'assistant-prompts-save' : 'assistant-prompts-change')}
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  )
}
