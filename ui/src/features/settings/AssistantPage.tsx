/** The models, and how much the assistant may do on its own. */

import type { Program, ProgramSettings } from '../../bridge'
import { Field, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import { ModelFields } from './ModelFields'
import { type OwnFieldProps, SettingFields } from './SettingFields'
import styles from './settings.module.css'
import { type ChangeForm, IMAGE_MODELS, invalidField, type SettingsForm } from './settingsForm'

interface AssistantPageProps {
  program: Program
  settings: ProgramSettings
  chosen: SettingsForm
  /** Whether what is missing is to be said. */
  tried: boolean
  change: ChangeForm
}

export function AssistantPage({ program, settings, chosen, tried, change }: AssistantPageProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.form}>
      <ModelFields
        program={program}
        settings={settings}
        chosen={chosen}
        fault={tried ? invalidField(chosen) : undefined}
        change={change}
      />
      {settings.started_with && (
        <p className={styles.note}>{t('settings-started-with', { name: settings.started_with })}</p>
      )}
      <SettingFields
        page="assistant"
        values={chosen.values}
        change={(part) => change({ values: { ...chosen.values, ...part } })}
        own={{ image_model: ImageModel }}
      />
    </div>
  )
}

/** The image model's name, with those that are known offered. */
function ImageModel({ label, value, change }: OwnFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={label} note={t('settings-of-image_model-note')}>
      {(ids) => (
        <>
          <TextInput
            {...ids}
            value={String(value)}
            list={`${ids.id}-models`}
            spellCheck={false}
            onChange={(event) => change(event.target.value)}
          />
          <datalist id={`${ids.id}-models`}>
            {IMAGE_MODELS.map((it) => (
              <option key={it} value={it} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
