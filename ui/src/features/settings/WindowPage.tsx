/** How the window looks, and by what name a person stands in the history. */

import type { Program, ProgramSettings } from '../../bridge'
import { Field, Segmented, Select, TextInput } from '../../kit'
import { usePreferences } from '../../state'
import { LANGUAGES, useTranslation } from '../../text'
import { LabeledGroup } from './LabeledGroup'
import styles from './settings.module.css'
import type { SettingsForm } from './settingsForm'

const SIZES = ['75', '90', '100', '110', '125', '150', '175', '200']

interface WindowPageProps {
  program: Program
  settings: ProgramSettings
  chosen: SettingsForm
  change: (part: Partial<SettingsForm>) => void
}

export function WindowPage({ program, settings, chosen, change }: WindowPageProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.form}>
      <Appearance />
      {program.native ? (
        <Field label={t('settings-scale')}>
          {(ids) => (
            <Select
              {...ids}
              value={String(chosen.scale)}
              choices={SIZES.map((it) => ({ value: it, label: `${it} %` }))}
              onChoose={(scale) => change({ scale: Number(scale) })}
            />
          )}
        </Field>
      ) : (
        <p className={styles.note}>{t('settings-scale-browser')}</p>
      )}
      <Field label={t('settings-author')} note={t('settings-author-note')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={chosen.author}
            maxLength={80}
            onChange={(event) => change({ author: event.target.value })}
          />
        )}
      </Field>
      <p className={styles.note}>
        {settings.file ? t('settings-file', { file: settings.file }) : t('settings-file-none')}
      </p>
    </div>
  )
}

/** Colors and language change at once, as they do everywhere else. */
function Appearance() {
  const { t } = useTranslation()
  const { theme, language, setTheme, setLanguage } = usePreferences()
  return (
    <div className={styles.pair}>
      <LabeledGroup label={t('settings-language')}>
        <Segmented
          label={t('settings-language')}
          value={language}
          choices={LANGUAGES.map((it) => ({ value: it.code, label: it.name }))}
          onChange={setLanguage}
        />
      </LabeledGroup>
      <LabeledGroup label={t('settings-theme')}>
        <Segmented
          label={t('settings-theme')}
          value={theme}
          choices={(['system', 'light', 'dark'] as const).map((it) => ({
            value: it,
            label: t(`welcome-themes-${it}`),
          }))}
          onChange={setTheme}
        />
      </LabeledGroup>
    </div>
  )
}
