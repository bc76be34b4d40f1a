/** One row of the outline. */

import { ChevronRight, CircleStop, CornerDownRight, Flag, TriangleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { paletteColor, tagColor, useNodeTags } from '../../document'
import { type NodeFindings, openPage } from '../../state'
import { useTranslation } from '../../text'
import styles from './Outline.module.css'
import { RenameField } from './RenameField'
import type { OutlineRow } from './rows'

interface OutlineItemProps {
  id: string
  /** Which row of all it is. */
  index: number
  row: OutlineRow
  /** Distance from the list's top in pixels. */
  top: number
  /** Whether the story starts, or may end, here. */
  start: boolean
  ending: boolean
  findings: NodeFindings | undefined
  selected: boolean
  /** Whether the keyboard is here. */
  active: boolean
  /** Whether somebody else changed it just now. */
  lit: boolean
  /** Whether what is carried would go in here. */
  dropping: boolean
  /** On which side of it what is carried would stand. */
  line: 'above' | 'below' | undefined
  renaming: boolean
  onRenamed: () => void
  onChoose: (how: { range: boolean; adding: boolean }) => void
  onMenu: () => void
  onToggle: () => void
}

/** Deeper branches than this are set no further in. */
const MAX_DEPTH = 9

export function OutlineItem(props: OutlineItemProps) {
  const { id, index, row, top, selected, onChoose, onMenu, onToggle } = props
  const { t } = useTranslation()
  const inset = 6 + (Math.min(row.level, MAX_DEPTH) - 1) * 12
  const title = row.heading
    ? t.or(`outline-${row.heading.replace('.', '-')}`, row.heading.replace('kinds.', ''))
    : row.title
  const about = [
    row.label && t('outline-by', { label: row.label }),
    props.findings && !row.again && t('outline-problem'),
    props.ending && t('outline-ending'),
    props.start && t('outline-start'),
  ].filter(Boolean)
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    onToggle()
  }
  const classes = [
    styles.item,
    row.heading && styles.heading,
    row.again && row.group === undefined && styles.again,
    props.active && styles.active,
    props.lit && styles.lit,
    props.dropping && styles.dropping,
    props.line && styles[props.line],
  ]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for all of its rows
    <div
      id={id}
      data-row={index}
      className={classes.filter(Boolean).join(' ')}
      role="treeitem"
      aria-label={row.again && row.group === undefined ? `${title} ${t('outline-again')}` : title}
      {...(about.length > 0 ? { 'aria-describedby': `${id}-about` } : {})}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      {...(row.heading ? {} : { 'aria-selected': selected })}
      {...(row.open === undefined ? {} : { 'aria-expanded': row.open })}
      tabIndex={-1}
      style={{ transform: `translateY(${top}px)`, paddingLeft: inset }}
      onDoubleClick={() => row.node && openPage(row.node)}
      onClick={(event) =>
        onChoose({ range: event.shiftKey, adding: event.ctrlKey || event.metaKey })
      }
      onContextMenu={onMenu}
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
      {props.renaming && row.node ? (
        <RenameField node={row.node} title={row.title} done={props.onRenamed} />
      ) : (
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {/* Drawn by the style: the row's name is its title, and the choice is told beside it. */}
          {row.label && <span className={styles.label} title={row.label} data-words={row.label} />}
        </span>
      )}
      <Signs {...props} />
      {about.length > 0 && (
        <span id={`${id}-about`} hidden>
          {about.join(', ')}
        </span>
      )}
    </div>
  )
}

/** So many tags have a dot. */
const TAGS = 3
const none: readonly string[] = []

/** What the card on the map shows by its signs. */
function Signs({ row, start, ending, findings }: OutlineItemProps) {
  const { t } = useTranslation()
  const tags = useNodeTags((it) => (row.node ? it.tags.get(row.node) : undefined)) ?? none
  useNodeTags((it) => it.colors)
  if (row.again) return null
  return (
    <span className={styles.signs}>
      {tags.length > 0 && (
        <span className={styles.tags} title={tags.join(', ')}>
          {tags.slice(0, TAGS).map((it) => (
            <span key={it} style={{ background: paletteColor(tagColor(it)) }} />
          ))}
        </span>
      )}
      {findings && (
        <span data-tone="warn" title={t('outline-problem')}>
          <TriangleAlert size={13} aria-hidden />
        </span>
      )}
      {ending && (
        <span title={t('outline-ending')}>
          <CircleStop size={13} aria-hidden />
        </span>
      )}
      {start && (
        <span data-tone="accent" title={t('outline-start')}>
          <Flag size={13} aria-hidden />
        </span>
      )}
    </span>
  )
}

function Mark({ row }: { row: OutlineRow }) {
  if (row.again && row.group === undefined) {
    return <CornerDownRight size={12} className={styles.mark} aria-hidden />
  }
  const known = /^(scene|character|place|note|group)$/.test(row.kind ?? '')
  const color = `var(--kind-${known ? row.kind : 'other'})`
  return <span className={styles.dot} style={{ background: color }} />
}
