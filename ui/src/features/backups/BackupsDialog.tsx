/** The backups of a story, open or not: when each was taken, and opening one as a story of its own. */

import { useCallback, useEffect, useState } from 'react'
import {
  callProgram,
  type ErrorReport,
  type NamedStory,
  type Program,
  type ToolOutput,
  toErrorReport,
} from '../../bridge'
import { ErrorMessage } from '../../cards'
import { Button, Dialog, exactTime, relativeTime } from '../../kit'
import { type BackedUpStory, useBackups, useNotices } from '../../state'
import { useTranslation } from '../../text'
import styles from './backups.module.css'

type Listed = ToolOutput<'list_backups'>

interface BackupsDialogProps {
  program: Program
  of: BackedUpStory
  /** Whether the story is open in this window, so that it can be backed up. */
  isOpen: boolean
  enter: (story: NamedStory) => void
}

export function BackupsDialog({ program, of, isOpen, enter }: BackupsDialogProps) {
  const { t } = useTranslation()
  const { story, title, isNeeded } = of
  const [listed, setListed] = useState<Listed>()
  const [fault, setFault] = useState<ErrorReport>()
  const [busy, setBusy] = useState(false)
  const { close } = useBackups.getState()
  const read = useCallback(
    async () => setListed(await callProgram(program, 'list_backups', { story })),
    [program, story],
  )
  const work = useCallback(async (what: () => Promise<void>) => {
    setBusy(true)
    setFault(undefined)
    try {
      await what()
    } catch (error) {
      setFault(toErrorReport(error))
    } finally {
      setBusy(false)
    }
  }, [])
  useEffect(() => void work(read), [work, read])
  const open = (backup: string) =>
    work(async () => {
      enter(await callProgram(program, 'open_backup', { story, backup }))
      close()
    })
  const backUp = () =>
    work(async () => {
      const { backup } = await callProgram(program, 'back_up_story', { story })
      const text = t(backup ? 'backups-taken' : 'backups-unchanged')
      useNotices.getState().show({ tone: 'good', text })
      await read()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={t('backups-title', { title })}
      note={t(isNeeded ? 'backups-needed' : 'backups-note')}
      closeLabel={t('backups-close')}
      foot={
        isOpen && (
          <Button disabled={busy} onClick={() => void backUp()}>
            {t('backups-now')}
          </Button>
        )
      }
    >
      <ErrorMessage report={fault} />
      {listed?.failure && (
        <div className={styles.failure}>
          <p>{t('backups-failed')}</p>
          <ErrorMessage report={listed.failure as ErrorReport} />
        </div>
      )}
      {listed && <Backups listed={listed} busy={busy} open={(it) => void open(it)} />}
    </Dialog>
  )
}

interface BackupsProps {
  listed: Listed
  busy: boolean
  open: (backup: string) => void
}

function Backups({ listed: { backups, folder }, busy, open }: BackupsProps) {
  const { t, language } = useTranslation()
  const now = Date.now()
  const megabytes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return (
    <>
      {backups.length === 0 ? (
        <p className={styles.none}>{t('backups-none')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('backups-list')}>
          {backups.map(({ name, taken, bytes }) => {
            const time = exactTime(taken, language)
            return (
              <li key={name} className={styles.backup}>
                <time dateTime={taken}>{time}</time>
                <span className={styles.fact}>{relativeTime(taken, now, language)}</span>
                <span className={styles.fact}>
                  {t('backups-size', { size: megabytes.format(bytes / 1_000_000) })}
                </span>
                <Button
                  disabled={busy}
                  aria-label={t('backups-open-of', { time })}
                  onClick={() => open(name)}
                >
                  {t('backups-open')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <p className={styles.folder}>{t('backups-folder', { folder })}</p>
    </>
  )
}
