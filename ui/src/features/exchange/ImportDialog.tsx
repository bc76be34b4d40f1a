/** Imports files of other programs into this story, and reports the result of each. */

import { useEffect, useState } from 'react'
import { callProgram, toErrorReport } from '../../bridge'
import { RunProgress } from '../../cards'
import { useRun, useSelection, useSession } from '../../document'
import {
  Button,
  chooseFiles,
  Dialog,
  droppedFiles,
  Field,
  type PageFile,
  readFile,
  Segmented,
  Select,
} from '../../kit'
import { chooseImportFolder } from '../../services'
import { type ImportResult, reportError, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { bringInEdits } from './bringInEdits'
import styles from './exchange.module.css'
import { labelOf, useFormats } from './formats'
import { ImportResults } from './ImportResults'
import { useWarningText } from './ImportWarnings'
import { ProseDivision } from './ProseDivision'
import { StoryFileDialog } from './StoryFileDialog'
import { usePreview } from './usePreview'

export function ImportDialog() {
  return useWorkspace((it) => it.dialog) === 'import' ? <Open /> : null
}

const isStory = ({ file_name }: PageFile) => /\.story$/i.test(file_name)

function Open() {
  const { t } = useTranslation()
  const warningText = useWarningText()
  const session = useSession()
  const windowContext = useWorkspace((it) => it.windowContext)
  const files = useWorkspace((it) => it.importQueue)
  const formats = useFormats('imports')
  const [format, setFormat] = useState('')
  const [mode, setMode] = useState<'add' | 'replace' | 'edits'>('add')
  const [busy, setBusy] = useState(false)
  const done = useWorkspace((it) => it.importResults)
  const run = useRun((it) => it.tool === 'import_story' && it.origin === session.bridge.origin)
  const close = () => useWorkspace.getState().setDialog(undefined)
  const { setImportQueue, showImportResults } = useWorkspace.getState()
  const program = windowContext?.program
  const one = files.length < 2
  const [story] = files.filter(isStory)
  const { prose, comesBack, onlyComesBack, ask, setSplit, split } = usePreview(
    one && !done && !story ? files[0] : undefined,
    format,
  )
  const others = onlyComesBack ? [] : (['add', 'replace'] as const)
  const modes = [...(comesBack ? (['edits'] as const) : []), ...others]
  useEffect(() => {
    setMode((it) => (comesBack ? 'edits' : it === 'edits' ? 'add' : it))
  }, [comesBack])

  const choose = async () => {
    if (program?.native) {
      const asked = await callProgram(program, 'window_choose_file')
      if (asked.file) setImportQueue([asked.file])
      return
    }
    const chosen = await chooseFiles({ many: true })
    if (chosen.length > 0) setImportQueue(await Promise.all(chosen.map(readFile)))
  }
  const chooseFolder = async () => {
    const folder = await chooseImportFolder(program)
    if (folder) setImportQueue([folder])
  }
  const bringEdits = async (file: PageFile) => {
    setBusy(true)
    await bringInEdits(session, { t, warningText }, file).finally(() => setBusy(false))
  }
  const bring = async () => {
    if (mode === 'edits' && files[0]) return bringEdits(files[0])
    setBusy(true)
    const isWhole = session.mirror.nodes.size === 0 || (one && mode === 'replace')
    const brought: ImportResult[] = []
    // One after the other, so that each is a step of its own and one that fails leaves the others.
    for (const file of files) {
      const args = {
        ...file,
        ...(one && format ? { format } : {}),
        ...(one && mode === 'replace' ? { mode } : {}),
        ...(prose ? { split } : {}),
      }
      try {
        const report = await session.data('import_story', args)
        brought.push({ name: file.file_name, report })
      } catch (error) {
        brought.push({ name: file.file_name, fault: toErrorReport(error) })
      }
    }
    setBusy(false)
    showImportResults(brought)
    if (isWhole) {
      await session.refresh()
      requestAnimationFrame(() => useWorkspace.getState().map?.fitAll())
    }
  }
  const openCopy = async (file: PageFile) => {
    if (!program) return
    setBusy(true)
    try {
      const named = await callProgram(program, 'create_story_from_file', { ...file })
      close()
      windowContext?.enter?.(named)
    } finally {
      setBusy(false)
    }
  }
  const show = async () => {
    const ids = done?.flatMap((it) => it.report?.first ?? []).map((it) => it.id) ?? []
    await session.refresh()
    useSelection.getState().goTo(ids)
    close()
  }

  if (story) {
    return (
      <StoryFileDialog
        file={story}
        busy={busy}
        onClose={close}
        onOpen={() => void openCopy(story).catch(reportError)}
        onEdits={() => void bringEdits(story).catch(reportError)}
      />
    )
  }
  const foot = done ? (
    <>
      <Button onClick={close}>{t('exchange-close')}</Button>
      {done.some((it) => it.report) && (
        <Button variant="primary" onClick={() => void show().catch(reportError)}>
          {t('exchange-show')}
        </Button>
      )}
    </>
  ) : (
    <Button
      variant="primary"
      disabled={files.length === 0 || busy}
      onClick={() => void bring().catch(reportError)}
    >
      {t(
        busy ? 'exchange-importing' : mode === 'edits' ? 'exchange-do-edits' : 'exchange-do-import',
      )}
    </Button>
  )
  const auto = { value: '', label: t('exchange-format-auto') }
  return (
    <Dialog
      open
      onClose={close}
      title={t(done ? 'exchange-came-in' : 'exchange-import')}
      {...(done ? {} : { note: t('exchange-import-note') })}
      closeLabel={t('exchange-close')}
      foot={foot}
    >
      {done ? (
        <ImportResults results={done} replaced={one && mode === 'replace'} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same
        <div
          className={styles.body}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            if (event.dataTransfer.files.length > 0)
              void droppedFiles(event.dataTransfer)
                .then((it) => Promise.all(it.map(readFile)))
                .then(setImportQueue, reportError)
          }}
        >
          <div className={styles.file}>
            <span>
              {files.map((it) => it.file_name).join(t('exchange-comma')) || t('exchange-nothing')}
            </span>
            <span className={styles.choose}>
              <Button onClick={() => void choose().catch(reportError)}>
                {t('exchange-choose')}
              </Button>
              <Button onClick={() => void chooseFolder().catch(reportError)}>
                {t('exchange-choose-folder')}
              </Button>
            </span>
          </div>
          {one && (
            <>
              <Field label={t('exchange-format')}>
                {(ids) => (
                  <Select
                    {...ids}
                    value={format}
                    choices={[
                      auto,
                      ...formats.map((it) => ({ value: it.format, label: labelOf(t, it) })),
                    ]}
                    onChoose={setFormat}
                  />
                )}
              </Field>
              <div className={styles.mode}>
                <Segmented
                  label={t('exchange-mode')}
                  value={mode}
                  choices={modes.map((it) => ({
                    value: it,
                    label: t(`exchange-modes-${it}`),
                  }))}
                  onChange={setMode}
                />
                <span>{t(`exchange-mode-notes-${mode}`)}</span>
              </div>
            </>
          )}
          {prose && mode !== 'edits' && (
            <ProseDivision key={format} preview={prose} ask={ask} onSplit={setSplit} />
          )}
          {!one && <p className={styles.quiet}>{t('exchange-several', { count: files.length })}</p>}
          {busy && run && <RunProgress run={run} />}
        </div>
      )}
    </Dialog>
  )
}
