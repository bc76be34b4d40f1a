/** Which languages the story has, how far each is, how names are translated, and files for translators. */

import { useState } from 'react'
import { ErrorMessage, useReading, useToolCall } from '../../cards'
import {
  Button,
  COMMON_LANGUAGES,
  Dialog,
  Field,
  languageCode,
  languageName,
  Tabs,
  TextInput,
} from '../../kit'
import { useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { GlossaryEditor } from './GlossaryEditor'
import { LanguageRow } from './LanguageRow'
import { TranslationFiles } from './TranslationFiles'
import styles from './translations.module.css'

export function LanguagesDialog() {
  const open = useWorkspace((it) => it.dialog === 'languages')
  return open ? <Shown /> : null
}

function Shown() {
  const { t } = useTranslation()
  const { data, fault, reread } = useReading('read_story_languages', {})
  const targets = data?.targets ?? []
  const languages = data && <Languages source={data.source} targets={targets} reread={reread} />
  return (
    <Dialog
      open
      onClose={() => useWorkspace.getState().setDialog(undefined)}
      title={t('translations-title')}
      note={t('translations-note')}
      closeLabel={t('translations-close')}
    >
      <ErrorMessage report={fault} />
      {targets.length === 0 && languages}
      {targets.length > 0 && (
        <Tabs
          label={t('translations-title')}
          pages={[
            { id: 'languages', label: t('translations-parts-languages'), content: languages },
            {
              id: 'glossary',
              label: t('translations-parts-glossary'),
              content: <GlossaryEditor targets={targets} />,
            },
            {
              id: 'files',
              label: t('translations-parts-files'),
              content: <TranslationFiles targets={targets} />,
            },
          ]}
        />
      )}
    </Dialog>
  )
}

interface LanguagesProps {
  source: string
  targets: readonly string[]
  reread: () => Promise<void>
}

function Languages({ source, targets, reread }: LanguagesProps) {
  const { t, language } = useTranslation()
  const { call, running, fault } = useToolCall()
  const listed = useReading('list_translations', targets.length > 0 ? { limit: 0 } : undefined)
  const [own, setOwn] = useState(source)
  const [added, setAdded] = useState('')
  const set = async (args: { source_language?: string; target_languages?: string[] }) => {
    const done = await call('set_story_languages', args)
    if (done) await reread()
    return done !== undefined
  }
  const add = async () => {
    const code = languageCode(added, language)
    const first = source || languageCode(own, language)
    const args = { target_languages: [...targets, code] }
    if (code && (await set(source ? args : { source_language: first, ...args }))) setAdded('')
  }
  const isReady = added.trim() !== '' && (source || own).trim() !== '' && !running
  return (
    <form
      className={styles.languages}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void add()
      }}
    >
      <datalist id="translations-known">
        {COMMON_LANGUAGES.map((it) => (
          <option key={it} value={it}>
            {languageName(it, language)}
          </option>
        ))}
      </datalist>
      <Field label={t('translations-source')} note={nameOf(own, language)}>
        {(ids) => (
          <TextInput
            {...ids}
            list="translations-known"
            value={own}
            placeholder={language}
            onChange={(event) => setOwn(event.target.value)}
            onBlur={() => {
              const code = languageCode(own, language)
              if (source && code && code !== source) void set({ source_language: code })
            }}
          />
        )}
      </Field>
      {targets.length > 0 && (
        <ul className={styles.rows} aria-label={t('translations-targets')}>
          {targets.map((it) => (
            <LanguageRow
              key={it}
              language={it}
              state={listed.data?.languages.find((row) => row.language === it)}
              reread={listed.reread}
              onRemove={() => void set({ target_languages: targets.filter((code) => code !== it) })}
            />
          ))}
        </ul>
      )}
      <Field label={t('translations-add')} note={nameOf(added, language)}>
        {(ids) => (
          <div className={styles.add}>
            <TextInput
              {...ids}
              list="translations-known"
              value={added}
              placeholder={t('translations-add-hint')}
              onChange={(event) => setAdded(event.target.value)}
            />
            <Button type="submit" disabled={!isReady}>
              {t('translations-add-this')}
            </Button>
          </div>
        )}
      </Field>
      <ErrorMessage report={fault} />
    </form>
  )
}

/** What a code that is being typed means; nothing while it means nothing. */
function nameOf(typed: string, inLanguage: string): string {
  const code = languageCode(typed, inLanguage)
  const name = languageName(code, inLanguage)
  return name === code ? '' : name
}
