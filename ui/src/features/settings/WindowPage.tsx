/** How the window looks, and by what name a person stands in the history. */

import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../actions'
import type { Program, ProgramSettings } from '../../bridge'
import { Field, Segmented, Select, TextInput } from '../../kit'
import type { Chosen } from './chosen'
import { Labeled } from './Labeled'
import styles from './settings.module.css'

const SIZES = ['75', '90', '100', '110', '125', '150', '175', '200']

interface WindowPageProps {
  program: Program
  settings: ProgramSettings
  chosen: Chosen
  change: (part: Partial<Chosen>) => void
}

export function WindowPage({ program, settings, chosen, change }: WindowPageProps) {
  const { t } = useTranslation('settings')
  return (
    <div className={styles.form}>
      <Look />
      {program.native ? (
        <Field label={t('scale')}>
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
        <p className={styles.note}>{t('scaleBrowser')}</p>
      )}
      <Field label={t('author')} note={t('authorNote')}>
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
        {settings.file ? t('file', { file: settings.file }) : t('fileNone')}
      </p>
    </div>
  )
}

/** Colors and language change at once, as they do everywhere else. */
function Look() {
  const { t } = useTranslation('settings')
  const { theme, language, setTheme, setLanguage } = usePreferences()
  return (
    <div className={styles.pair}>
      <Labeled label={t('language')}>
        <Segmented
          label={t('language')}
          value={language}
          choices={(['en', 'zh'] as const).map((it) => ({
            value: it,
            label: t(`languages.${it}`),
          }))}
          onChange={setLanguage}
        />
      </Labeled>
      <Labeled label={t('theme')}>
        <Segmented
          label={t('theme')}
          value={theme}
          choices={(['system', 'light', 'dark'] as const).map((it) => ({
            value: it,
            label: t(`welcome:themes.${it}`),
          }))}
          onChange={setTheme}
        />
      </Labeled>
    </div>
  )
}
