/** One snapshot: unfolds to what has changed since, restores the whole story, is renamed or deleted. */

import { ChevronDown, ChevronRight, Ellipsis, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useReading } from '../../cards'
import { Button, Dialog, exactTime, Menu, NameField, relativeTime } from '../../kit'
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
  onRename: (newName: string) => void
  onDelete: () => void
}

export function SnapshotRow(props: SnapshotRowProps) {
  const { snapshot, disabled, onRestore, onRename, onDelete } = props
  const { t, language } = useTranslation()
  const [open, setOpen] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const [asking, setAsking] = useState(false)
  const { name, time } = snapshot
  const Arrow = open ? ChevronDown : ChevronRight
  const finish = (written?: string) => {
    setRenaming(false)
    const wanted = written?.trim()
    if (wanted && wanted !== name) onRename(wanted)
  }
  return (
    <li>
      <div className={styles.state}>
        {renaming ? (
          <NameField name={name} label={t('history-new-name', { name })} done={finish} />
        ) : (
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
        )}
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
        <Menu
          lines={[
            {
              id: 'rename',
              label: t('history-rename-snapshot'),
              icon: <Pencil size={15} />,
              perform: () => setRenaming(true),
            },
            {
              id: 'delete',
              label: t('history-delete-snapshot'),
              icon: <Trash2 size={15} />,
              danger: true,
              perform: () => setAsking(true),
            },
          ]}
        >
          <Button
            variant="plain"
            icon={<Ellipsis size={14} aria-hidden />}
            disabled={disabled}
            aria-label={t('history-more-of', { name })}
          />
        </Menu>
      </div>
      {open && <ChangesSince name={name} />}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('history-delete-title', { name })}
        closeLabel={t('history-cancel')}
        foot={
          <>
            <Button onClick={() => setAsking(false)}>{t('history-cancel')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false)
                onDelete()
              }}
            >
              {t('history-delete-snapshot')}
            </Button>
          </>
        }
      >
        {t('history-delete-note')}
      </Dialog>
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
