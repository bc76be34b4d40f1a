/** The model's name: typed, or chosen from the server's list. */

import { useState } from 'react'
import { callProgram, type Program, type ToolOutput } from '../../bridge'
import { Button, Field, TextInput } from '../../kit'
import { reportError } from '../../state'
import { useTranslation } from '../../text'
import { saveTypedKey } from './saveTypedKey'
import styles from './settings.module.css'
import type { SettingsForm } from './settingsForm'

type SuggestedModel = ToolOutput<'list_models'>['models'][number]

interface ModelNameProps {
  program: Program
  chosen: SettingsForm
  fault: boolean
  change: (name: string) => void
}

export function ModelName({ program, chosen, fault, change }: ModelNameProps) {
  const { t } = useTranslation()
  const [listed, setListed] = useState<readonly SuggestedModel[] | 'asking'>()
  const ask = async () => {
    setListed('asking')
    try {
      await saveTypedKey(program, chosen)
      const { provider, address } = chosen
      const about = { provider, ...(address.trim() ? { address } : {}) }
      const { models } = await callProgram(program, 'list_models', about)
      setListed(models)
    } catch (error) {
      setListed(undefined)
      reportError(error)
    }
  }
  return (
    <>
      <div className={styles.row}>
        <Field label={t('settings-name')} {...(fault ? { fault: t('settings-name-fault') } : {})}>
          {(ids) => (
            <TextInput
              {...ids}
              value={chosen.name}
              spellCheck={false}
              placeholder={t('settings-name-placeholder')}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
        <Button
          className={styles.beside}
          disabled={listed === 'asking'}
          onClick={() => void (listed ? setListed(undefined) : ask())}
        >
          {listed === 'asking'
            ? t('settings-testing')
            : t(listed ? 'settings-list-hide' : 'settings-list')}
        </Button>
      </div>
      {listed && listed !== 'asking' && (
        <ModelSuggestions models={listed} name={chosen.name} pick={change} />
      )}
    </>
  )
}

/** Longer lists than this are narrowed by typing. */
const MOST = 200

interface ModelSuggestionsProps {
  models: readonly SuggestedModel[]
  name: string
  pick: (name: string) => void
}

/** The models that hold what was typed; all of them where that is one of them, or none. */
function ModelSuggestions({ models, name, pick }: ModelSuggestionsProps) {
  const { t, language } = useTranslation()
  const typed = name.trim().toLowerCase()
  const exact = models.some((it) => it.id.toLowerCase() === typed)
  const fitting = models.filter((it) => it.id.toLowerCase().includes(typed))
  const shown = (exact || fitting.length === 0 ? models : fitting).slice(0, MOST)
  if (models.length === 0) return <p className={styles.note}>{t('settings-list-empty')}</p>
  return (
    <ul className={styles.models} aria-label={t('settings-listed', { count: models.length })}>
      {shown.map((it) => (
        <li key={it.id}>
          <button
            type="button"
            className={styles.model}
            aria-pressed={it.id === name}
            onClick={() => pick(it.id)}
          >
            <span>{it.id}</span>
            {it.context_tokens !== undefined && (
              <span className={styles.window}>
                {t('settings-window', {
                  count: it.context_tokens,
                  size: sized(it.context_tokens, language),
                })}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

function sized(tokens: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: 'compact' }).format(tokens)
}
