/** One story: opens it, and shows an error if it cannot be opened. */

import { useCallback, useEffect, useState } from 'react'
import { type Bridge, CallError, type ErrorReport } from '../bridge'
import { Session, SessionProvider } from '../document'
import { Button, ProgressBar, TooltipProvider } from '../kit'
import { useWorkspace } from '../state'
import { useTranslation } from '../text'
import { useErrorText } from '../text/errorText'
import styles from './App.module.css'
import { Workspace } from './Workspace'

type Opening =
  | { state: 'loading' }
  | { state: 'open'; session: Session }
  | { state: 'failed'; report: ErrorReport | undefined }

export function App({ bridge }: { bridge: Bridge }) {
  const [opening, setOpening] = useState<Opening>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the story again
  useEffect(() => {
    const session = new Session(bridge)
    let left = false
    session.open().then(
      () => !left && setOpening({ state: 'open', session }),
      (fault: unknown) => {
        const report = fault instanceof CallError ? fault.report : undefined
        if (!left) setOpening({ state: 'failed', report })
      },
    )
    return () => {
      left = true
      session.close()
    }
  }, [bridge, attempt])

  const retry = useCallback(() => {
    setOpening({ state: 'loading' })
    setAttempt((old) => old + 1)
  }, [])

  if (opening.state === 'open') {
    return (
      <TooltipProvider>
        <SessionProvider value={opening.session}>
          <Workspace />
        </SessionProvider>
      </TooltipProvider>
    )
  }
  return opening.state === 'loading' ? (
    <Loading />
  ) : (
    <Failed report={opening.report} retry={retry} />
  )
}

function Loading() {
  const { t } = useTranslation()
  const windowContext = useWorkspace((it) => it.windowContext)
  return (
    <main className={styles.alone}>
      <p role="status">{t('app-loading')}</p>
      <div className={styles.progress}>
        <ProgressBar label={t('app-loading')} done={null} />
      </div>
      {windowContext && <Button onClick={windowContext.leave}>{t('app-back')}</Button>}
    </main>
  )
}

function Failed({ report, retry }: { report: ErrorReport | undefined; retry: () => void }) {
  const { t } = useTranslation()
  const wordsOf = useErrorText()
  const errorText = report && wordsOf(report)
  const windowContext = useWorkspace((it) => it.windowContext)
  return (
    <main className={styles.alone} role="alert">
      <h1>{errorText?.head ?? t('app-failed')}</h1>
      {errorText?.advice && <p>{errorText.advice}</p>}
      <p {...(errorText?.foreign ? { lang: 'en' } : {})}>{errorText?.words ?? t('app-lost')}</p>
      <p className={styles.hint}>{errorText?.hint ?? t('app-failed-hint')}</p>
      <Button variant="primary" onClick={retry}>
        {t('app-retry')}
      </Button>
      {windowContext && <Button onClick={windowContext.leave}>{t('app-back')}</Button>}
    </main>
  )
}
