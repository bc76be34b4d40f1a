/** The story as a tree: the map's twin for the keyboard and for those who do not see the map. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusPanel, useDesk } from '../../actions'
import { useNumber, useSelection, useSession } from '../../document'
import { Empty, Panel } from '../../kit'
import styles from './Outline.module.css'
import { OutlineItem } from './OutlineItem'
import { type OutlineRow, outlineRows } from './rows'
import { stepFor } from './steps'

const ROW = 28

export function Outline() {
  const { t } = useTranslation('outline')
  const { mirror } = useSession()
  return (
    <Panel title={t('title')}>
      {useNumber() >= 0 && mirror.nodes.size === 0 ? (
        <Empty title={t('emptyTitle')}>{t('empty')}</Empty>
      ) : (
        <Tree />
      )}
    </Panel>
  )
}

function Tree() {
  const { t } = useTranslation('outline')
  const { mirror } = useSession()
  const number = useNumber()
  const selected = useSelection((it) => it.nodes)
  const focused = useSelection((it) => it.focused)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mirror is one object; its number tells of change
  const rows = useMemo(() => outlineRows(mirror, closed), [mirror, closed, number])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
    getItemKey: (index) => rows[index]?.key ?? index,
  })

  // Where the keyboard is: where it was left, unless something else was selected elsewhere since.
  const left = rows.findIndex((it) => it.key === at)
  const isThere = rows[left]?.node === focused || (rows[left]?.heading && !focused)
  const active = isThere
    ? left
    : Math.max(
        left,
        rows.findIndex((it) => it.node === focused),
      )

  const go = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    setAt(row.key)
    virtual.scrollToIndex(rows.indexOf(row))
    if (!row.node) return
    useSelection.getState().select([row.node])
    useDesk.getState().map?.reveal([row.node])
  }
  const setOpen = (row: OutlineRow, open: boolean) => {
    const name = row.heading ?? row.node
    if (name === undefined || row.open === undefined) return
    setClosed((old) => new Set(open ? [...old].filter((it) => it !== name) : [...old, name]))
  }
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[active]
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 1)
    const step = stepFor(event.key, rows, active, page)
    if (!step) return
    event.preventDefault()
    if (step === 'enter') {
      if (row?.node) focusPanel('inspector')
      else if (row) setOpen(row, !row.open)
    } else if ('go' in step) go(step.go)
    else if (row) setOpen(row, step.open)
  }

  const items = virtual.getVirtualItems()
  const shown = items.some((it) => it.index === active)
  return (
    <div
      ref={box}
      className={styles.tree}
      role="tree"
      aria-label={t('title')}
      aria-multiselectable
      tabIndex={0}
      data-story-keys
      {...(shown ? { 'aria-activedescendant': `${id}-${active}` } : {})}
      onKeyDown={key}
      onFocus={() => active < 0 && go(0)}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index]
          return row ? (
            <OutlineItem
              key={item.key}
              id={`${id}-${item.index}`}
              row={row}
              top={item.start}
              selected={row.node !== undefined && !row.again && selected.has(row.node)}
              active={item.index === active}
              onChoose={(adding) => {
                setAt(row.key)
                if (row.node && adding) useSelection.getState().toggle(row.node)
                else if (row.node) go(item.index)
                else setOpen(row, !row.open)
              }}
              onToggle={() => setOpen(row, !row.open)}
            />
          ) : null
        })}
      </div>
    </div>
  )
}
