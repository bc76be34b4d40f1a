/** Which models work, and how much the assistant may do by itself. */

import { useTranslation } from 'react-i18next'
import type { Program, ProgramSettings } from '../../bridge'
import { Field, Segmented, TextInput } from '../../kit'
import { type Chosen, faultOf, IMAGE_MODELS } from './chosen'
import { Labeled } from './Labeled'
import { ModelFields } from './ModelFields'
import styles from './settings.module.css'

interface AssistantPageProps {
  program: Program
  settings: ProgramSettings
  chosen: Chosen
  /** Whether what is missing is to be said. */
  tried: boolean
  change: (part: Partial<Chosen>) => void
}

export function AssistantPage({ program, settings, chosen, tried, change }: AssistantPageProps) {
  const { t } = useTranslation('settings')
  return (
    <div className={styles.form}>
      <ModelFields
        program={program}
        settings={settings}
        chosen={chosen}
        fault={tried ? faultOf(chosen) : undefined}
        change={change}
      />
      <Field label={t('imageModel')} note={t('imageModelNote')}>
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
        <p className={styles.note}>{t('startedWith', { name: settings.started_with })}</p>
      )}
      <Labeled label={t('autonomy')} note={t(`autonomyNotes.${chosen.autonomy}`)}>
        <Segmented
          label={t('autonomy')}
          value={chosen.autonomy}
          choices={(['review', 'adopt', 'ask'] as const).map((it) => ({
            value: it,
            label: t(`autonomies.${it}`),
          }))}
          onChange={(autonomy) => change({ autonomy })}
        />
      </Labeled>
    </div>
  )
}
