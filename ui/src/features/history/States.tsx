/** States of the whole story that have a name: one more given, one gone back to. */

import { RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErrorReport, reportOf } from '../../bridge'
import { Fault, NameState, useTool } from '../../cards'
import { useSession } from '../../document'
import { ago, Button, exactly } from '../../kit'
import styles from './history.module.css'

interface State {
  name: string
  change: number
  time: string
}

function useStates(): { states: State[] | undefined; unread: ErrorReport | undefined } {
  const session = useSession()
  const [states, setStates] = useState<State[]>()
  const [unread, setUnread] = useState<ErrorReport>()
  const read = useCallback(
    () =>
      session.data<{ states: State[] }>('list_states').then(
        (it) => {
          setStates(it.states)
          setUnread(undefined)
        },
        (error: unknown) => setUnread(reportOf(error)),
      ),
    [session],
  )
  useEffect(() => {
    void read()
    return session.listen((event) => {
      if (event.type === 'data:changed') void read()
    })
  }, [session, read])
  return { states, unread }
}

export function States() {
  const { t, i18n } = useTranslation('history')
  const { states, unread } = useStates()
  const { call, running, fault } = useTool()
  return (
    <section className={styles.section} aria-label={t('states')}>
      <h3 className={styles.heading}>{t('states')}</h3>
      <NameState />
      <Fault report={fault ?? unread} />
      {states?.length === 0 && <p className={styles.quiet}>{t('noStates')}</p>}
      {states && states.length > 0 && (
        <ul className={styles.list}>
          {states.map((it) => (
            <li key={it.name} className={styles.state}>
              <span className={styles.stateName}>{it.name}</span>
              <time dateTime={it.time} title={exactly(it.time, i18n.language)}>
                {ago(it.time, Date.now(), i18n.language)}
              </time>
              <Button
                look="plain"
                icon={<RotateCcw size={14} aria-hidden />}
                disabled={running}
                aria-label={t('restoreThis', { name: it.name })}
                onClick={() => void call('restore_state', { name: it.name })}
              >
                {t('restore')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
