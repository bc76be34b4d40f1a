/** The appearance of prose and what the editor does automatically; changes apply at once. */

import { FONTS, MEASURES, SIZES, useWriting } from '../../cards'
import { Field, LabeledGroup, Segmented, Select, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './settings.module.css'

/** Languages whose spelling browsers commonly check. */
const SPELLINGS = ['', 'en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'pt-BR', 'nl', 'pl', 'sv', 'ru']

const HABITS = ['indent', 'smart', 'typewriter'] as const

export function WritingPage() {
  const { t, language } = useTranslation()
  const writing = useWriting()
  const { change } = writing
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        <LabeledGroup label={t('settings-writing-font')}>
          <Segmented
            label={t('settings-writing-font')}
            value={writing.font}
            choices={FONTS.map((value) => ({ value, label: t(`settings-writing-fonts-${value}`) }))}
            onChange={(font) => change({ font })}
          />
        </LabeledGroup>
        <LabeledGroup label={t('settings-writing-measure')}>
          <Segmented
            label={t('settings-writing-measure')}
            value={writing.measure}
            choices={MEASURES.map((value) => ({
              value,
              label: t(`settings-writing-measures-${value}`),
            }))}
            onChange={(measure) => change({ measure })}
          />
        </LabeledGroup>
      </div>
      <div className={styles.pair}>
        <Field label={t('settings-writing-size')}>
          {(ids) => (
            <Select
              {...ids}
              value={String(writing.size)}
              choices={SIZES.map((it) => ({ value: String(it), label: `${it} px` }))}
              onChoose={(size) => change({ size: Number(size) })}
            />
          )}
        </Field>
        <Field label={t('settings-writing-spelling')}>
          {(ids) => (
            <Select
              {...ids}
              value={writing.spelling}
              choices={SPELLINGS.map((value) => ({
                value,
                label: value ? (names.of(value) ?? value) : t('settings-writing-spelling-browser'),
              }))}
              onChoose={(spelling) => change({ spelling })}
            />
          )}
        </Field>
      </div>
      {HABITS.map((it) => (
        <label key={it} className={styles.habit}>
          <input
            type="checkbox"
            checked={writing[it]}
            onChange={(event) => change({ [it]: event.target.checked })}
          />
          {t(`settings-writing-${it}`)}
        </label>
      ))}
      <Field label={t('settings-writing-goal')} note={t('settings-writing-goal-note')}>
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            value={writing.goal > 0 ? String(writing.goal) : ''}
            maxLength={6}
            onChange={(event) =>
              change({ goal: Number(event.target.value.replace(/\D/g, '')) || 0 })
            }
          />
        )}
      </Field>
    </div>
  )
}
