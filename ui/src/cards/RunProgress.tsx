/** The progress of a call: its bar, its current step, and a button to cancel it. */

import { useState } from 'react'
import type { Progress } from '../bridge'
import { cancelRun, useSession } from '../document'
import { Button, ProgressBar } from '../kit'
import { useTranslation } from '../text'
import { useProgressText } from '../text/errorText'
import styles from './RunProgress.module.css'

/** A call of the open story. */
export function RunProgress({ run }: { run: Progress }) {
  const { bridge } = useSession()
  return <RunProgressBar run={run} stop={() => cancelRun(bridge, run.run)} />
}

interface RunBarProps {
  run: Progress
  /** Asks for it to be stopped. */
  stop: () => Promise<unknown>
}

export function RunProgressBar({ run, stop }: RunBarProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<number>()
  const stopping = asked === run.run
  const inWords = useProgressText()
  const doing = run.doing === null ? t('cards-run-running') : inWords(run.doing)
  const percent = run.done === null ? '' : `${Math.floor(run.done * 100)} %`
  const cancel = () => {
    setAsked(run.run)
    // What cannot be stopped, or not be reached, may be asked for again.
    stop().catch(() => setAsked(undefined))
  }
  return (
    <div className={styles.run}>
      <ProgressBar label={doing} done={run.done} />
      <div className={styles.line}>
        <span className={styles.doing}>{stopping ? t('cards-run-stopping') : doing}</span>
        <span className={styles.percent}>{percent}</span>
        <Button
          variant="plain"
          className={styles.cancel ?? ''}
          disabled={stopping}
          onClick={cancel}
        >
          {t('cards-run-cancel')}
        </Button>
      </div>
    </div>
  )
}
