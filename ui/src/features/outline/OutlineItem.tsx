/** One row of the outline. */

import { ChevronRight, CornerDownRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Outline.module.css'
import type { OutlineRow } from './rows'

interface OutlineItemProps {
  id: string
  row: OutlineRow
  /** Distance from the list's top in pixels. */
  top: number
  selected: boolean
  /** Whether the keyboard is here. */
  active: boolean
  onChoose: (adding: boolean) => void
  onToggle: () => void
}

/** Deeper branches than this are set no further in. */
const DEEPEST = 9

export function OutlineItem({
  id,
  row,
  top,
  selected,
  active,
  onChoose,
  onToggle,
}: OutlineItemProps) {
  const { t } = useTranslation('outline')
  const inset = 8 + (Math.min(row.level, DEEPEST) - 1) * 13
  const title = row.heading
    ? t(row.heading, { defaultValue: row.heading.replace('kinds.', '') })
    : row.title
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    onToggle()
  }
  const classes = [
    styles.item,
    row.heading && styles.heading,
    row.again && styles.again,
    active && styles.active,
  ]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for all of its rows
    <div
      id={id}
      className={classes.filter(Boolean).join(' ')}
      role="treeitem"
      aria-level={row.level}
      aria-selected={selected}
      {...(row.open === undefined ? {} : { 'aria-expanded': row.open })}
      tabIndex={-1}
      style={{ transform: `translateY(${top}px)`, paddingLeft: inset }}
      onClick={(event) => onChoose(event.shiftKey || event.ctrlKey || event.metaKey)}
    >
      {row.open === undefined ? (
        <span className={styles.twist} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: arrow keys open and close
        <span className={styles.twist} onClick={toggle}>
          <ChevronRight size={13} className={row.open ? styles.open : undefined} aria-hidden />
        </span>
      )}
      {row.kind && <Mark row={row} />}
      <span className={styles.title}>{title}</span>
      {row.again && <span className={styles.unseen}>{t('again')}</span>}
    </div>
  )
}

function Mark({ row }: { row: OutlineRow }) {
  if (row.again) return <CornerDownRight size={12} className={styles.mark} aria-hidden />
  const known = /^(scene|character|place|note|group)$/.test(row.kind ?? '')
  const color = `var(--kind-${known ? row.kind : 'other'})`
  return <span className={styles.dot} style={{ background: color }} />
}
