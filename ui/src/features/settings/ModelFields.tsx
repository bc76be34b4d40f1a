/** The model: its provider, address and key, and a connection test. */

import { useEffect, useState } from 'react'
import {
  callProgram,
  type ModelChoice,
  type Program,
  type ProgramSettings,
  type ToolOutput,
} from '../../bridge'
import { Button, Field, Select, TextInput } from '../../kit'
import { reportError } from '../../state'
import { useTranslation } from '../../text'
import { type ShownError, useErrorText } from '../../text/errorText'
import { ModelName } from './ModelName'
import { saveTypedKey } from './saveTypedKey'
import styles from './settings.module.css'
import {
  AGENTS,
  BUILT_IN,
  CUSTOM_PROVIDER,
  isLocal,
  modelOf,
  type SettingsForm,
} from './settingsForm'

/** What providers call themselves, in any language. */
const BRANDS: Record<string, string> = {
  openai: 'OpenAI',
  'openai-chat': 'OpenAI (Chat Completions)',
  'openai-responses': 'OpenAI (Responses)',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
  deepseek: 'DeepSeek',
  openrouter: 'OpenRouter',
  mistral: 'Mistral',
  xai: 'xAI',
  groq: 'Groq',
}

interface ModelFieldsProps {
  program: Program
  settings: ProgramSettings
  chosen: SettingsForm
  fault: 'name' | 'address' | undefined
  change: (part: Partial<SettingsForm>) => void
}

export function ModelFields({ program, settings, chosen, fault, change }: ModelFieldsProps) {
  const { t } = useTranslation()
  const choice = settings.models.find((it) => it.provider === chosen.provider)
  const label = (it: ModelChoice) => {
    if (it.provider === BUILT_IN) return t('settings-builtin')
    if (it.provider === AGENTS) return t('settings-provider-agent')
    if (it.provider === CUSTOM_PROVIDER) return t('settings-provider-own')
    const name = BRANDS[it.provider] ?? it.provider
    return isLocal(it) ? t('settings-provider-local', { name }) : name
  }
  const addressNote = choice?.address
    ? t('settings-address-note', { address: choice.address })
    : undefined
  return (
    <>
      <Field
        label={t('settings-provider')}
        {...(chosen.provider === BUILT_IN ? { note: t('settings-builtin-note') } : {})}
      >
        {(ids) => (
          <Select
            {...ids}
            value={chosen.provider}
            choices={settings.models.map((it) => ({ value: it.provider, label: label(it) }))}
            onChoose={(provider) =>
              change({
                provider,
                name: '',
                key: '',
                address: settings.providers[provider]?.base_url ?? '',
              })
            }
          />
        )}
      </Field>
      {chosen.provider !== BUILT_IN && (
        <>
          <ModelName
            key={`${chosen.provider} names`}
            program={program}
            chosen={chosen}
            fault={fault === 'name'}
            change={(name) => change({ name })}
          />
          {/* An agent has neither: its program signs in by itself. */}
          {chosen.provider !== AGENTS && (
            <>
              <Field
                label={t('settings-address')}
                note={addressNote ?? t('settings-address-own')}
                {...(fault === 'address' ? { fault: t('settings-address-own') } : {})}
              >
                {(ids) => (
                  <TextInput
                    {...ids}
                    value={chosen.address}
                    spellCheck={false}
                    onChange={(event) => change({ address: event.target.value })}
                  />
                )}
              </Field>
              <KeyField
                key={chosen.provider}
                program={program}
                provider={chosen.provider}
                value={chosen.key}
                change={(key) => change({ key })}
              />
            </>
          )}
        </>
      )}
      <ConnectionTest
        key={`${modelOf(chosen)} ${chosen.address}`}
        program={program}
        chosen={chosen}
        onKept={() => change({ key: '' })}
      />
    </>
  )
}

interface KeyFieldProps {
  program: Program
  provider: string
  value: string
  change: (key: string) => void
}

type KeyState = Pick<ToolOutput<'get_api_key_status'>, 'place'>

function KeyField({ program, provider, value, change }: KeyFieldProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<KeyState>()
  // Read again when a key that was typed has been kept.
  const isEmpty = value === ''
  useEffect(() => {
    if (isEmpty)
      callProgram(program, 'get_api_key_status', { provider }).then(setState, reportError)
  }, [program, provider, isEmpty])
  const forget = () =>
    callProgram(program, 'remove_api_key', { provider }).then(setState, reportError)
  const place = state?.place
  return (
    <div className={styles.row}>
      <Field
        label={t('settings-key')}
        note={place ? t('settings-key-there', { place }) : t('settings-key-none')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            autoComplete="off"
            value={value}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      {place && (
        <Button className={styles.beside} onClick={() => void forget()}>
          {t('settings-key-forget')}
        </Button>
      )}
    </div>
  )
}

type ConnectionTestResult = ToolOutput<'test_model'>

interface ConnectionTestProps {
  program: Program
  chosen: SettingsForm
  /** The key that was typed is kept by now, and leaves its field. */
  onKept: () => void
}

function ConnectionTest({ program, chosen, onKept }: ConnectionTestProps) {
  const { t } = useTranslation()
  const [checked, setChecked] = useState<ConnectionTestResult | 'asking'>()
  const ask = async () => {
    setChecked('asking')
    try {
      await saveTypedKey(program, chosen)
      onKept()
      const { address } = chosen
      const args = { model: modelOf(chosen), ...(address.trim() ? { address } : {}) }
      setChecked(await callProgram(program, 'test_model', args))
    } catch (fault) {
      setChecked(undefined)
      reportError(fault)
    }
  }
  return (
    <div className={styles.trial}>
      <Button disabled={checked === 'asking'} onClick={() => void ask()}>
        {t('settings-test')}
      </Button>
      <p role="status" className={styles.outcome}>
        {checked === 'asking' ? t('settings-testing') : checked && <Outcome checked={checked} />}
      </p>
    </div>
  )
}

function Outcome({ checked }: { checked: ConnectionTestResult }) {
  const { t } = useTranslation()
  const { words, foreign } = useErrorText()({
    code: 'UNAVAILABLE',
    ...(checked as Omit<ShownError, 'code'>),
  })
  if (checked.outcome === 'ok') {
    return <span className={styles.good}>{t('settings-works', { ms: checked.latency_ms })}</span>
  }
  const models = checked.models.join(', ')
  return (
    <>
      <span className={styles.bad}>
        {t.or(`settings-outcomes-${checked.outcome}`, t('settings-outcomes-failed'))}{' '}
        {models && t('settings-has', { models })}
      </span>
      <span className={styles.exact} {...(foreign ? { lang: 'en' } : {})}>
        {words}
      </span>
    </>
  )
}
