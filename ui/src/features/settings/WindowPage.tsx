/** The appearance of the window, and the person's name in the history. */

import type { Program, ProgramSettings } from '../../bridge'
import { Field, LabeledGroup, Segmented, Select } from '../../kit'
import { usePreferences } from '../../state'
import { LANGUAGES, useTranslation } from '../../text'
import { type OwnFieldProps, SettingFields } from './SettingFields'
import styles from './settings.module.css'
import type { ChangeForm, SettingsForm } from './settingsForm'

const SIZES = ['75', '90', '100', '110', '125', '150', '175', '200']

interface WindowPageProps {
  program: Program
  settings: ProgramSettings
  chosen: SettingsForm
  change: ChangeForm
}

export function WindowPage({ program, settings, chosen, change }: WindowPageProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.form}>
      <Appearance />
      <SettingFields
        page="window"
        values={chosen.values}
        change={(part) => change({ values: { ...chosen.values, ...part } })}
        own={{ scale: program.native ? Scale : BrowserScale }}
      />
      <p className={styles.note}>
        {settings.file ? t('settings-file', { file: settings.file }) : t('settings-file-none')}
      </p>
    </div>
  )
}

/** How large everything is drawn. */
function Scale({ label, value, change }: OwnFieldProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <Select
          {...ids}
          value={String(value)}
          choices={SIZES.map((it) => ({ value: it, label: `${it} %` }))}
          onChoose={(scale) => change(Number(scale))}
        />
      )}
    </Field>
  )
}

/** A browser zooms by itself. */
function BrowserScale() {
  const { t } = useTranslation()
  return <p className={styles.note}>{t('settings-scale-browser')}</p>
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
