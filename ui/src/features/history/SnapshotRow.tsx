/** One snapshot: unfolds to what has changed since, and restores the whole story. */

import { ChevronDown, ChevronRight, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../../bridge'
import { ErrorMessage } from '../../cards'
import { useSession } from '../../document'
import { Button, exactTime, relativeTime } from '../../kit'
import { useTranslation } from '../../text'
import { ChangedPartRow } from './ChangedPartRow'
import { withoutTrivialParts } from './changes'
import styles from './history.module.css'
import { useChangedName } from './useChangedName'

export type Snapshot = ToolOutput<'list_snapshots'>['states'][number]

interface SnapshotRowProps {
  snapshot: Snapshot
  disabled: boolean
  onRestore: () => void
}

export function SnapshotRow({ snapshot, disabled, onRestore }: SnapshotRowProps) {
  const { t, language } = useTranslation()
  const [open, setOpen] = useState(false)
  const { name, time } = snapshot
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <li>
      <div className={styles.state}>
        <button
          type="button"
          className={styles.stateLook}
          aria-expanded={open}
          aria-label={t('history-compare-this', { name })}
          onClick={() => setOpen(!open)}
        >
          <Arrow size={14} aria-hidden className={styles.stateArrow} />
          <span className={styles.stateName}>{name}</span>
        </button>
        <time dateTime={time} title={exactTime(time, language)}>
          {relativeTime(time, Date.now(), language)}
        </time>
        <Button
          variant="plain"
          icon={<RotateCcw size={14} aria-hidden />}
          disabled={disabled}
          aria-label={t('history-restore-this', { name })}
          onClick={onRestore}
        >
          {t('history-restore')}
        </Button>
      </div>
      {open && <ChangesSince name={name} />}
    </li>
  )
}

/** What differs between a snapshot and the story now, each with its difference on request. */
function ChangesSince({ name }: { name: string }) {
  const { t } = useTranslation()
  const whatOf = useChangedName()
  const { changes, fault } = useChangesSince(name)
  if (!changes) return <ErrorMessage report={fault} />
  const shown = withoutTrivialParts(changes.changed)
  const unlisted = changes.count - changes.changed.length
  return (
    <>
      <p className={styles.since}>{t('history-compared', { count: shown.length + unlisted })}</p>
      <ul className={styles.touched}>
        {shown.map((it) => (
          <ChangedPartRow
            key={`${it.before} ${it.after} ${it.node?.id ?? it.what} ${it.capability}`}
            touched={{ ...it, what: whatOf(it.what) }}
          />
        ))}
        {unlisted > 0 && <li>{t('history-and-more', { count: unlisted })}</li>}
      </ul>
    </>
  )
}

/** The changes since a snapshot, read again when the story changes. */
function useChangesSince(name: string) {
  const session = useSession()
  const [changes, setChanges] = useState<ToolOutput<'compare_snapshot'>>()
  const [fault, setFault] = useState<ErrorReport>()
  useEffect(() => {
    let asked = 0
    const read = () => {
      asked += 1
      const latest = asked
      session.data('compare_snapshot', { name }).then(
        (it) => {
          if (latest === asked) setChanges(it)
        },
        (error: unknown) => {
          if (latest === asked) setFault(toErrorReport(error))
        },
      )
    }
    read()
    const stop = session.listen((event) => {
      if (event.type === 'data:changed') read()
    })
    return () => {
      asked += 1
      stop()
    }
  }, [session, name])
  return { changes, fault }
}
