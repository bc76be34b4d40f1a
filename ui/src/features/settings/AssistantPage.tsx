/** Which models work, and how much the assistant may do by itself. */

import type { Program, ProgramSettings } from '../../bridge'
import { Field, Segmented, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import { LabeledGroup } from './LabeledGroup'
import { ModelFields } from './ModelFields'
import styles from './settings.module.css'
import { faultOf, IMAGE_MODELS, type SettingsForm } from './settingsForm'

interface AssistantPageProps {
  program: Program
  settings: ProgramSettings
  chosen: SettingsForm
  /** Whether what is missing is to be said. */
  tried: boolean
  change: (part: Partial<SettingsForm>) => void
}

export function AssistantPage({ program, settings, chosen, tried, change }: AssistantPageProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.form}>
      <ModelFields
        program={program}
        settings={settings}
        chosen={chosen}
        fault={tried ? faultOf(chosen) : undefined}
        change={change}
      />
      <Field label={t('settings-image-model')} note={t('settings-image-model-note')}>
        {(ids) => (
          <>
            <TextInput
              {...ids}
              value={chosen.image}
              list={`${ids.id}-models`}
              spellCheck={false}
              onChange={(event) => change({ image: event.target.value })}
            />
            <datalist id={`${ids.id}-models`}>
              {IMAGE_MODELS.map((it) => (
                <option key={it} value={it} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      {settings.started_with && (
        <p className={styles.note}>{t('settings-started-with', { name: settings.started_with })}</p>
      )}
      <LabeledGroup
        label={t('settings-autonomy')}
        note={t(`settings-autonomy-notes-${chosen.autonomy}`)}
      >
        <Segmented
          label={t('settings-autonomy')}
          value={chosen.autonomy}
          choices={(['review', 'adopt', 'ask'] as const).map((it) => ({
            value: it,
            label: t(`settings-autonomies-${it}`),
          }))}
          onChange={(autonomy) => change({ autonomy })}
        />
      </LabeledGroup>
    </div>
  )
}
