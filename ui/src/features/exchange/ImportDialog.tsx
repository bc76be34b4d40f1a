/** A file of another program as part of this story, and a report of what came of it. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFault, useDesk } from '../../actions'
import { askProgram } from '../../bridge'
import { RunLine } from '../../cards'
import { useRun, useSelection, useSession } from '../../document'
import {
  Button,
  chooseFile,
  Dialog,
  Field,
  type PageFile,
  readFile,
  Segmented,
  Select,
} from '../../kit'
import styles from './exchange.module.css'
import { labelOf, type Notice, useFormats } from './formats'
import { Notices } from './Notices'

interface Imported {
  nodes: number
  links: number
  assets: number
  first: { id: string }[]
  warnings: Notice[]
}

export function ImportDialog() {
  const dialog = useDesk((it) => it.dialog)
  const offered = useDesk((it) => it.offered)
  if (dialog !== 'import') return null
  return <Open key={offered?.file_name ?? ''} offered={offered} />
}

function Open({ offered }: { offered: PageFile | undefined }) {
  const { t } = useTranslation('exchange')
  const session = useSession()
  const program = useDesk((it) => it.frame?.program)
  const formats = useFormats('imports')
  const [file, setFile] = useState(offered)
  const [format, setFormat] = useState('')
  const [mode, setMode] = useState<'add' | 'replace'>('add')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Imported>()
  const run = useRun((it) => it.tool === 'import_story' && it.origin === session.bridge.origin)
  const close = () => useDesk.getState().setDialog(undefined)

  const choose = async () => {
    if (program?.native) {
      const asked = await askProgram<{ file: PageFile | null }>(program, 'window_choose_file')
      if (asked.file) setFile(asked.file)
      return
    }
    const chosen = await chooseFile()
    if (chosen) setFile(await readFile(chosen))
  }
  const bring = async (taken: PageFile) => {
    setBusy(true)
    try {
      const args = {
        ...taken,
        ...(format ? { format } : {}),
        ...(mode === 'replace' ? { mode } : {}),
      }
      setDone(await session.data<Imported>('import_story', args))
    } catch (fault) {
      reportFault(fault)
    } finally {
      setBusy(false)
    }
  }
  const show = async () => {
    const ids = done?.first.map((it) => it.id) ?? []
    await session.refresh()
    useSelection.getState().select(ids)
    useDesk.getState().map?.reveal(ids)
    close()
  }

  const foot = done ? (
    <>
      <Button onClick={close}>{t('close')}</Button>
      <Button look="primary" onClick={() => void show().catch(reportFault)}>
        {t('show')}
      </Button>
    </>
  ) : (
    <Button look="primary" disabled={!file || busy} onClick={() => file && void bring(file)}>
      {busy ? t('importing') : t('doImport')}
    </Button>
  )
  const auto = { value: '', label: t('formatAuto') }
  return (
    <Dialog
      open
      onClose={close}
      title={t('import')}
      note={t('importNote')}
      closeLabel={t('close')}
      foot={foot}
    >
      {done ? (
        <div className={styles.body} role="status">
          <p className={styles.good}>
            {t(mode === 'replace' ? 'replaced' : 'imported', { ...done })}
          </p>
          {done.warnings.length > 0 && <Notices title={t('warnings')} notices={done.warnings} />}
        </div>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same
        <div
          className={styles.body}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            const [dropped] = event.dataTransfer.files
            if (dropped) void readFile(dropped).then(setFile, reportFault)
          }}
        >
          <div className={styles.file}>
            <span>{file ? file.file_name : t('nothing')}</span>
            <Button onClick={() => void choose().catch(reportFault)}>{t('choose')}</Button>
          </div>
          <Field label={t('format')}>
            {(ids) => (
              <Select
                {...ids}
                value={format}
                choices={[auto, ...formats.map((it) => ({ value: it.format, label: labelOf(it) }))]}
                onChoose={setFormat}
              />
            )}
          </Field>
          <div className={styles.mode}>
            <Segmented
              label={t('mode')}
              value={mode}
              choices={(['add', 'replace'] as const).map((it) => ({
                value: it,
                label: t(`modes.${it}`),
              }))}
              onChange={setMode}
            />
            <span>{t(`modeNotes.${mode}`)}</span>
          </div>
          {busy && run && <RunLine run={run} />}
        </div>
      )}
    </Dialog>
  )
}
