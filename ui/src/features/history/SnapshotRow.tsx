/** One snapshot: unfolds to what has changed since, and restores the whole story. */

import { ChevronDown, ChevronRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useReading } from '../../cards'
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
  const { data: changes, fault } = useReading('compare_snapshot', { name })
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
