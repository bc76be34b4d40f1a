/** Issues a credential for an agent or a person: name, permissions, spending, methods, expiry. */

import { type FormEvent, useState } from 'react'
import { Button, Field, LabeledGroup, Segmented, Select, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import { LEVELS, type Level, LIFETIMES } from './agents'
import styles from './agents.module.css'

export interface CredentialRequest {
  name: string
  human: boolean
  level: Level
  spend: boolean
  methods: string[]
  minutes: number
}

interface CredentialFormProps {
  disabled: boolean
  /** Whether it was issued; what was refused stays in the form. */
  onAdd: (wanted: CredentialRequest) => Promise<boolean>
}

export function CredentialForm({ disabled, onAdd }: CredentialFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [human, setHuman] = useState(false)
  const [level, setLevel] = useState<Level>('draft')
  const [spend, setSpend] = useState(false)
  const [methods, setMethods] = useState('')
  const [minutes, setMinutes] = useState<number>(LIFETIMES[1])
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const words = methods.split(/[\s,，、]+/).filter((it) => it !== '')
    // People on the page of a hub use neither tools that cost money nor tools by name.
    const ofAgent = human ? { spend: false, methods: [] } : { spend, methods: words }
    const wanted = { name: name.trim(), human, level, ...ofAgent, minutes }
    if (await onAdd(wanted)) setName('')
  }
  return (
    <form
      className={styles.form}
      aria-label={t('agents-add')}
      onSubmit={(event) => void add(event)}
    >
      <Field
        label={t('agents-name')}
        note={t(human ? 'agents-name-person-hint' : 'agents-name-hint')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            value={name}
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <LabeledGroup label={t('agents-kind')}>
        <Segmented
          label={t('agents-kind')}
          value={human ? 'human' : 'agent'}
          choices={[
            { value: 'agent', label: t('agents-kind-agent') },
            { value: 'human', label: t('agents-kind-human') },
          ]}
          onChange={(value) => {
            setHuman(value === 'human')
            // Most people are invited to read; and nobody reads a story in an hour.
            setLevel(value === 'human' ? 'comment' : 'draft')
            setMinutes(LIFETIMES[value === 'human' ? 3 : 1])
          }}
        />
      </LabeledGroup>
      <LabeledGroup label={t('agents-level')} note={t(`agents-level-${level}-hint`)}>
        <Segmented
          label={t('agents-level')}
          value={level}
          choices={LEVELS.map((value) => ({ value, label: t(`agents-level-${value}`) }))}
          onChange={setLevel}
        />
      </LabeledGroup>
      {!human && (
        <>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={spend}
              onChange={(event) => setSpend(event.target.checked)}
            />
            {t('agents-spend')}
          </label>
          <Field label={t('agents-methods')} note={t('agents-methods-hint')}>
            {(ids) => (
              <TextInput
                {...ids}
                value={methods}
                spellCheck={false}
                onChange={(event) => setMethods(event.target.value)}
              />
            )}
          </Field>
        </>
      )}
      <Field label={t('agents-lifetime')}>
        {(ids) => (
          <Select
            {...ids}
            value={String(minutes)}
            choices={LIFETIMES.map((it) => ({
              value: String(it),
              label: t(`agents-lifetime-${it}`),
            }))}
            onChoose={(value) => setMinutes(Number(value))}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={disabled || name.trim() === ''}>
        {t(human ? 'agents-invite' : 'agents-add')}
      </Button>
    </form>
  )
}
