/** The settings as one form. A key goes in and is never shown. */

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFault, useDesk, useNotices, usePreferences } from '../../actions'
import { askProgram, type Program, type ProgramSettings } from '../../bridge'
import { Button, Dialog, Field, Segmented, Select, TextInput } from '../../kit'
import { type Chosen, changesOf, chosenIn, faultOf, IMAGE_MODELS, modelOf } from './chosen'
import { ModelFields } from './ModelFields'
import styles from './settings.module.css'

const SIZES = ['75', '90', '100', '110', '125', '150', '175', '200']

export function SettingsDialog({ program, changed }: { program: Program; changed: () => void }) {
  const { t } = useTranslation('settings')
  const [settings, setSettings] = useState<ProgramSettings>()
  const [chosen, setChosen] = useState<Chosen>()
  const [tried, setTried] = useState(false)
  const close = () => useDesk.getState().setDialog(undefined)

  useEffect(() => {
    askProgram<ProgramSettings>(program, 'desk_settings').then((it) => {
      setSettings(it)
      setChosen(chosenIn(it))
    }, reportFault)
  }, [program])

  const save = async () => {
    setTried(true)
    if (!chosen || !settings || faultOf(chosen)) return
    try {
      if (chosen.key.trim()) {
        const { provider, key } = chosen
        await askProgram(program, 'desk_keep_key', { provider, key })
      }
      const changes = changesOf(chosen, settings)
      await askProgram(program, 'desk_change_settings', changes)
      changed()
      useNotices.getState().show({ tone: 'good', text: t('saved') })
      close()
    } catch (fault) {
      reportFault(fault)
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('title')}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={close}>{t('close')}</Button>
          <Button look="primary" disabled={!chosen} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      {settings && chosen && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <h3>{t('model')}</h3>
          <ModelFields
            program={program}
            settings={settings}
            chosen={chosen}
            fault={tried ? faultOf(chosen) : undefined}
            change={(part) => setChosen({ ...chosen, ...part })}
          />
          <Field label={t('imageModel')} note={t('imageModelNote')}>
            {(ids) => (
              <>
                <TextInput
                  {...ids}
                  value={chosen.image}
                  list={`${ids.id}-models`}
                  spellCheck={false}
                  onChange={(event) => setChosen({ ...chosen, image: event.target.value })}
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
              onChange={(autonomy) => setChosen({ ...chosen, autonomy })}
            />
          </Labeled>
          <h3>{t('look')}</h3>
          <Look />
          {program.native ? (
            <Field label={t('scale')}>
              {(ids) => (
                <Select
                  {...ids}
                  value={String(chosen.scale)}
                  choices={SIZES.map((it) => ({ value: it, label: `${it} %` }))}
                  onChoose={(scale) => setChosen({ ...chosen, scale: Number(scale) })}
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
                onChange={(event) => setChosen({ ...chosen, author: event.target.value })}
              />
            )}
          </Field>
          <p className={styles.note}>
            {settings.file ? t('file', { file: settings.file }) : t('fileNone')}
          </p>
          <button type="submit" hidden aria-label={t('save')} title={modelOf(chosen)} />
        </form>
      )}
    </Dialog>
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

interface LabeledProps {
  label: string
  note?: string
  children: React.ReactNode
}

/** A label over a group that names itself. */
function Labeled({ label, note, children }: LabeledProps) {
  return (
    <div className={styles.labeled}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <div>{children}</div>
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}
