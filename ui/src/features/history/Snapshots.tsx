/** Snapshots of the whole story: saving, restoring, renaming and deleting them. */

import { useCallback, useEffect, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../../bridge'
import { CreateSnapshot, ErrorMessage, useToolCall } from '../../cards'
import { useSession } from '../../document'
import { showUndoable } from '../../services'
import { useNotices } from '../../state'
import { useTranslation } from '../../text'
import styles from './history.module.css'
import { type Snapshot, SnapshotRow } from './SnapshotRow'

function useSnapshots() {
  const session = useSession()
  const [states, setStates] = useState<Snapshot[]>()
  const [unread, setUnread] = useState<ErrorReport>()
  const read = useCallback(
    () =>
      session.data('list_snapshots').then(
        (it) => {
          setStates(it.states)
          setUnread(undefined)
        },
        (error: unknown) => setUnread(toErrorReport(error)),
      ),
    [session],
  )
  useEffect(() => {
    void read()
    return session.listen((event) => {
      if (event.type === 'data:changed') void read()
    })
  }, [session, read])
  return { states, unread, reread: () => void read() }
}

export function Snapshots() {
  const { t } = useTranslation()
  const session = useSession()
  const { states, unread, reread } = useSnapshots()
  const { call, callConfirmed, running, fault } = useToolCall()
  const restore = async (name: string) => {
    const done = await call('restore_snapshot', { name })
    if (!done?.result) return
    const text = t('history-restored', { name })
    // Where nothing had changed, undo would take back something else.
    if (done.result.data.count > 0) showUndoable(session, text)
    else useNotices.getState().show({ tone: 'good', text })
  }
  /** Neither changes anything in the story, so nothing else tells of it. */
  const rename = (name: string, newName: string) =>
    void call('rename_snapshot', { name, new_name: newName }).then(reread)
  const remove = (name: string) => void callConfirmed('delete_snapshot', { name }).then(reread)
  return (
    <section className={styles.section} aria-label={t('history-states')}>
      <h3 className={styles.heading}>{t('history-states')}</h3>
      <CreateSnapshot onCreated={reread} names={states?.map((it) => it.name)} />
      <ErrorMessage report={fault ?? unread} />
      {states?.length === 0 && <p className={styles.quiet}>{t('history-no-states')}</p>}
      {states && states.length > 0 && (
        <ul className={styles.list}>
          {states.map((it) => (
            <SnapshotRow
              key={it.name}
              snapshot={it}
              disabled={running}
              onRestore={() => void restore(it.name)}
              onRename={(newName) => rename(it.name, newName)}
              onDelete={() => remove(it.name)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
