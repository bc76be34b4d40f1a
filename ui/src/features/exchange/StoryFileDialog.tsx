/** What to do with a story file: open a copy of it, or bring in what was changed in a copy of this story. */

import { useEffect, useState } from 'react'
import { Button, Dialog, type PageFile, Segmented } from '../../kit'
import { useTranslation } from '../../text'
import styles from './exchange.module.css'
import { usePreview } from './usePreview'

interface Props {
  file: PageFile
  busy: boolean
  onClose: () => void
  onOpen: () => void
  onEdits: () => void
}

export function StoryFileDialog({ file, busy, onClose, onOpen, onEdits }: Props) {
  const { t } = useTranslation()
  const { comesBack } = usePreview(file, '')
  const [mode, setMode] = useState<'edits' | 'open'>('open')
  useEffect(() => setMode(comesBack ? 'edits' : 'open'), [comesBack])
  const modes = ['edits', 'open'] as const
  const isOpening = mode === 'open'
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(comesBack ? 'exchange-import' : 'exchange-open-copy')}
      {...(comesBack ? {} : { note: t('exchange-open-copy-note') })}
      closeLabel={t('exchange-close')}
      foot={
        <>
          <Button onClick={onClose}>{t('exchange-cancel')}</Button>
          <Button variant="primary" disabled={busy} onClick={isOpening ? onOpen : onEdits}>
            {t(isOpening ? 'exchange-do-open-copy' : 'exchange-do-edits')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.file}>
          <span>{file.file_name}</span>
        </div>
        {comesBack && (
          <div className={styles.mode}>
            <Segmented
              label={t('exchange-mode')}
              value={mode}
              choices={modes.map((it) => ({ value: it, label: t(`exchange-modes-${it}`) }))}
              onChange={setMode}
            />
            <span>{t(`exchange-mode-notes-${mode}`)}</span>
          </div>
        )}
      </div>
    </Dialog>
  )
}
