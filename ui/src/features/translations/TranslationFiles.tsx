/** Translations as files for translators, out and in; what had no place is listed. */

import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { ToolInput, ToolOutput } from '../../bridge'
import { ErrorMessage, useToolCall } from '../../cards'
import { useSession } from '../../document'
import { Button, chooseFiles, Field, languageName, readFile, Select } from '../../kit'
import { exportedFile, saveFile } from '../../services'
import { reportError, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './translations.module.css'

type Format = ToolInput<'export_translations'>['format']
type Imported = ToolOutput<'import_translations'>

const FORMATS: readonly Format[] = ['xliff', 'po', 'csv', 'yarn', 'ink']
/** Formats of scripts, whose files hold all languages. */
const OF_ALL: readonly Format[] = ['yarn', 'ink']

export function TranslationFiles({ targets }: { targets: readonly string[] }) {
  const { t, language: shownIn } = useTranslation()
  const { mirror } = useSession()
  const program = useWorkspace((it) => it.windowContext?.program)
  const { call, running, fault } = useToolCall()
  const [format, setFormat] = useState<Format>('xliff')
  const [chosen, setChosen] = useState('')
  const [content, setContent] = useState<'all' | 'open'>('all')
  const [imported, setImported] = useState<Imported>()
  const language = targets.includes(chosen) ? chosen : (targets[0] ?? '')
  const isOfAll = OF_ALL.includes(format)
  const save = async () => {
    const args = isOfAll ? { format } : { format, language, content }
    const answer = await call('export_translations', args)
    const title = [mirror.story.title, isOfAll ? format : language].join(' ')
    const file = exportedFile(title, answer?.result?.data)
    if (file) await saveFile(program, file).catch(reportError)
  }
  const take = async () => {
    const [chosenFile] = await chooseFiles({ accept: '.xlf,.xliff,.xml,.po,.csv,.tsv,.txt' })
    if (!chosenFile) return
    const file = await readFile(chosenFile)
    const answer = await call('import_translations', {
      content: file.content,
      encoding: file.encoding,
    })
    setImported(answer?.result?.data)
  }
  return (
    <div className={styles.languages}>
      <h3 className={styles.part}>{t('translations-export')}</h3>
      <Field label={t('translations-format')} note={t(`translations-formats-${format}-note`)}>
        {(ids) => (
          <Select
            {...ids}
            value={format}
            choices={FORMATS.map((it) => ({ value: it, label: t(`translations-formats-${it}`) }))}
            onChoose={(it) => setFormat(it as Format)}
          />
        )}
      </Field>
      {!isOfAll && (
        <>
          <Field label={t('translations-language')}>
            {(ids) => (
              <Select
                {...ids}
                value={language}
                choices={targets.map((it) => ({ value: it, label: languageName(it, shownIn) }))}
                onChoose={setChosen}
              />
            )}
          </Field>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={content === 'open'}
              onChange={(event) => setContent(event.target.checked ? 'open' : 'all')}
            />
            {t('translations-only-open')}
          </label>
        </>
      )}
      <Button
        className={styles.start ?? ''}
        icon={<Upload size={14} aria-hidden />}
        disabled={running}
        onClick={() => void save()}
      >
        {t('translations-save')}
      </Button>
      <h3 className={styles.part}>{t('translations-import')}</h3>
      <p className={styles.quiet}>{t('translations-import-note')}</p>
      <Button
        className={styles.start ?? ''}
        icon={<Download size={14} aria-hidden />}
        disabled={running}
        onClick={() => void take()}
      >
        {t('translations-choose')}
      </Button>
      <ErrorMessage report={fault} />
      {imported && <Report imported={imported} />}
    </div>
  )
}

/** What came in, and what had no place, with its words. */
function Report({ imported }: { imported: Imported }) {
  const { t, language: shownIn } = useTranslation()
  const { languages, unplaced, more_unplaced = 0 } = imported
  return (
    <div className={styles.report} role="status">
      {languages.map((it) => (
        <p key={it.language}>
          {[
            languageName(it.language, shownIn),
            t('translations-written', { count: it.written }),
            it.stale > 0 && t('translations-stale', { count: it.stale }),
            it.unchanged > 0 && t('translations-unchanged', { count: it.unchanged }),
            it.empty > 0 && t('translations-missing', { count: it.empty }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ))}
      {unplaced.length > 0 && (
        <details>
          <summary>
            {t('translations-unplaced', { count: unplaced.length + more_unplaced })}
          </summary>
          <ul className={styles.unplaced}>
            {unplaced.map((it) => (
              <li key={`${it.language} ${it.id} ${it.text}`}>
                <span className={styles.quiet}>{t(`translations-reasons-${it.reason}`)}</span>
                <span>{it.source}</span>
                <span lang={it.language}>{it.text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
