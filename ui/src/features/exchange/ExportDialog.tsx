/** Exports the story to a file of another program, and lists what is lost before it is saved. */

import { useEffect, useState } from 'react'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../../bridge'
import { ErrorMessage, RunProgress, useReading } from '../../cards'
import { cancelRun, type Session, useRun, useRuns, useSession } from '../../document'
import { Button, Dialog, Field, languageName, Segmented, Select } from '../../kit'
import { exportedFile, saveFile } from '../../services'
import { reportError, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { BookOptionField } from './BookOptionField'
import { type BookOption, bookArguments, keepChoices, lastChoices } from './bookOptions'
import styles from './exchange.module.css'
import { labelOf, useFormats } from './formats'
import { formatsFor, INTENTS, intentOf, keepLastFormat, lastFormat } from './intents'
import { Losses } from './Losses'
import { StoryFormatField } from './StoryFormatField'
import { isTwine, keepStoryFormat, lastStoryFormat, storyFormatOf } from './storyFormat'

/** What a format would leave out, shown before any file is made. */
type ExportPreview = Pick<ToolOutput<'export_story'>, 'extension' | 'losses'>

export function ExportDialog() {
  return useWorkspace((it) => it.dialog) === 'export' ? <Open /> : null
}

/** Ends a look at losses that nobody waits for any more; no file is made while one is under way. */
function cancelPreview({ bridge }: Session): void {
  for (const { tool, origin, run } of useRuns.getState().runs)
    if (tool === 'export_story' && origin === bridge.origin)
      cancelRun(bridge, run).catch(() => undefined)
}

/** Whether readers have a choice anywhere. */
function isBranching({ edges }: Session['mirror']): boolean {
  const sources = [...edges.values()].map((it) => it.from)
  return new Set(sources).size < sources.length
}

/**
 * What can be chosen for a book: chapters of groups only where there are groups and no numbers, and numbers
 * only where there are choices.
 */
function bookOptions(
  { mirror }: Session,
  taken: readonly string[],
  isNumbered: boolean,
): BookOption[] {
  const hasGroups = () => [...mirror.nodes.values()].some((it) => it.kind === 'group')
  const options: BookOption[] = []
  const numbers = taken.includes('numbering') && isBranching(mirror)
  if (numbers) options.push('numbering')
  if (taken.includes('chapters') && !(numbers && isNumbered) && hasGroups())
    options.push('chapters')
  if (taken.includes('paper')) options.push('paper')
  if (taken.includes('design')) options.push('design')
  return options
}

function Open() {
  const { t, language: shownIn } = useTranslation()
  const session = useSession()
  const languages = useReading('read_story_languages', {}).data
  const [language, setLanguage] = useState('')
  const program = useWorkspace((it) => it.windowContext?.program)
  const formats = useFormats('exports')
  const [format, setFormat] = useState(lastFormat)
  const [history, setHistory] = useState(false)
  const [comments, setComments] = useState(false)
  const [storyFormat, setStoryFormat] = useState(lastStoryFormat)
  const [choices, setChoices] = useState(lastChoices)
  const [preview, setPreview] = useState<ExportPreview>()
  /** Why the story cannot be written like this. */
  const [refusal, setRefusal] = useState<ErrorReport>()
  /** A file is made once it is known what it would lack, or that this cannot be known. */
  const [looking, setLooking] = useState(true)
  const [busy, setBusy] = useState(false)
  const run = useRun((it) => it.tool === 'export_story' && it.origin === session.bridge.origin)
  const close = () => useWorkspace.getState().setDialog(undefined)
  const isKnown = formats.some((it) => it.format === format)
  const first = INTENTS.flatMap((it) => formatsFor(it, formats))[0]?.format ?? ''
  const chosen = isKnown ? format : first
  const intent = intentOf(chosen)
  const offered = formatsFor(intent, formats)
  // Of all formats this one alone has a place for what was before.
  const past = chosen === 'json' && history && language === ''
  const targets = languages?.targets ?? []
  const inLanguage = language === '' ? {} : { language }
  const macros = isTwine(chosen) ? storyFormat : ''
  const taken = formats.find((it) => it.format === chosen)?.options ?? []
  const withComments = taken.includes('comments') && comments
  const options = bookOptions(session, taken, choices.numbering !== 'none')
  // The losses depend on everything but the looks.
  const { paper: _paper, design: _design, ...shape } = bookArguments(options, choices)
  const { chapters, numbering } = shape
  // After any other failure, a file may be made all the same.
  const isRefused = refusal?.code === 'INVALID_ACTION_INPUT'

  useEffect(() => {
    if (!chosen) return
    let left = false
    let asked = true
    setPreview(undefined)
    setRefusal(undefined)
    setLooking(true)
    session
      .data('export_story', {
        format: chosen,
        ...storyFormatOf(macros),
        ...(chapters ? { chapters } : {}),
        ...(numbering ? { numbering } : {}),
        ...(withComments ? { comments: true } : {}),
        ...(language === '' ? {} : { language }),
        losses_only: true,
      })
      .then(
        (it) => !left && setPreview(it),
        (fault) => !left && setRefusal(toErrorReport(fault)),
      )
      .finally(() => {
        asked = false
        if (!left) setLooking(false)
      })
    return () => {
      left = true
      if (asked) cancelPreview(session)
    }
  }, [session, chosen, macros, chapters, numbering, withComments, language])

  const save = async () => {
    const args = {
      format: chosen,
      ...storyFormatOf(macros),
      ...bookArguments(options, choices),
      ...inLanguage,
      ...(past ? { history: true } : {}),
      ...(withComments ? { comments: true } : {}),
    }
    const exported = await session.data('export_story', args)
    keepLastFormat(chosen)
    if (isTwine(chosen)) keepStoryFormat(macros)
    keepChoices(options, choices)
    const file = exportedFile(session.mirror.story.title, exported)
    if (file && (await saveFile(program, file))) close()
  }
  const begin = () => {
    setBusy(true)
    save()
      .catch(reportError)
      .finally(() => setBusy(false))
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('exchange-export')}
      note={t('exchange-export-note')}
      closeLabel={t('exchange-close')}
      foot={
        <Button variant="primary" disabled={looking || busy || isRefused} onClick={begin}>
          {t(busy ? 'exchange-preparing' : 'exchange-save')}
        </Button>
      }
    >
      <div className={styles.body}>
        <div className={styles.mode}>
          <Segmented
            label={t('exchange-intent')}
            value={intent}
            choices={INTENTS.filter((it) => formatsFor(it, formats).length > 0).map((it) => ({
              value: it,
              label: t(`exchange-intents-${it}`),
            }))}
            onChange={(it) => setFormat(formatsFor(it, formats)[0]?.format ?? '')}
          />
          <span>{t(`exchange-intent-notes-${intent}`)}</span>
        </div>
        <Field label={t('exchange-format')}>
          {(ids) => (
            <Select
              {...ids}
              value={chosen}
              choices={offered.map((it) => ({ value: it.format, label: labelOf(t, it) }))}
              onChoose={setFormat}
            />
          )}
        </Field>
        {isTwine(chosen) && <StoryFormatField value={storyFormat} onChoose={setStoryFormat} />}
        {options.map((it) => (
          <BookOptionField
            key={it}
            option={it}
            value={choices[it]}
            onChoose={(choice) => setChoices((now) => ({ ...now, [it]: choice }))}
          />
        ))}
        {targets.length > 0 && (
          <Field
            label={t('exchange-language')}
            {...(chosen === 'play' ? { note: t('exchange-language-play') } : {})}
          >
            {(ids) => (
              <Select
                {...ids}
                value={language}
                choices={['', ...targets].map((it) => ({
                  value: it,
                  label: languageName(it || (languages?.source ?? ''), shownIn),
                }))}
                onChoose={setLanguage}
              />
            )}
          </Field>
        )}
        {chosen === 'json' && language === '' && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={history}
              onChange={(event) => setHistory(event.target.checked)}
            />
            {t('exchange-with-history')}
          </label>
        )}
        {taken.includes('comments') && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={comments}
              onChange={(event) => setComments(event.target.checked)}
            />
            {t('exchange-with-comments')}
          </label>
        )}
        {run && (busy || (!preview && !refusal)) && <RunProgress run={run} />}
        <ErrorMessage report={refusal} />
        {!preview && !refusal && <p className={styles.quiet}>{t('exchange-looking')}</p>}
        {preview &&
          (preview.losses.length > 0 ? (
            <Losses losses={preview.losses} />
          ) : (
            <p className={styles.good}>{t('exchange-lossless')}</p>
          ))}
      </div>
    </Dialog>
  )
}
