/** The rows of the outline, of which only the visible ones are rendered, and their keys. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isTyping, SelectionMenu } from '../../actions'
import { useRecentChanges, useRevision, useSelection, useSession } from '../../document'
import { ContextMenuArea, onMenuKey, rangeIncluding, useFrozenOrder } from '../../kit'
import { focusPanel, reportError, useFindings } from '../../state'
import { useTranslation } from '../../text'
import { DragTooltip } from './DragTooltip'
import styles from './Outline.module.css'
import { OutlineItem } from './OutlineItem'
import { matchingRows, type OutlineRow, outlineRows } from './rows'
import { siblingBranches, stepFor } from './treeNavigation'
import { useCursor } from './useCursor'
import { groupOf, neighborPlace, useRowDrag } from './useRowDrag'

const ROW = 28
/** Keys that move the cursor, and with Control leave the selection alone. */
const NAVIGATION_KEYS = /^(Arrow(Up|Down)|Home|End|PageUp|PageDown)$/

interface TreeProps {
  /** Only what has these words is listed; all where there are none. */
  words: string
}

export function Tree({ words }: TreeProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { mirror } = session
  const number = useRevision()
  const selected = useSelection((it) => it.nodes)
  const lit = useRecentChanges((it) => it.changedAt)
  const byNode = useFindings((it) => it.byNode)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [renaming, setRenaming] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mirror is one object; its number tells of change
  const rows = useMemo(
    () => (words.trim() ? matchingRows(mirror, words) : outlineRows(mirror, closed)),
    [mirror, closed, number, words],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
    getItemKey: (index) => rows[index]?.key ?? index,
    // A row that is being renamed stays in the page wherever it goes.
    rangeExtractor: (range) =>
      rangeIncluding(range, renaming ? rows.findIndex((it) => it.key === renaming) : -1),
  })
  const scrollTo = useRef<(index: number) => void>(() => {})
  scrollTo.current = (index) => virtual.scrollToIndex(index)
  const { active, go, toggle } = useCursor(rows, scrollTo)
  const { drag, handlers } = useRowDrag(session, rows)
  const showMenu = useRef<() => void>(() => {})
  showMenu.current = () => openMenu(box.current, `${id}-${active}`)

  // Where another view selects, the list comes along.
  const standing = rows[active]?.key
  const gone = useSelection((it) => it.gone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: that rows came or went elsewhere moves nothing
  useEffect(() => {
    if (standing !== undefined) scrollTo.current(active)
  }, [standing, gone])

  useEffect(() => {
    const element = box.current
    return element ? onMenuKey(element, () => showMenu.current()) : undefined
  }, [])

  const setOpen = (some: readonly OutlineRow[], open: boolean) => {
    const names = some
      .filter((it) => it.open !== undefined)
      .flatMap((it) => it.heading ?? it.node ?? [])
    setClosed((old) => {
      const now = new Set(old)
      for (const name of names) {
        if (open) now.delete(name)
        else now.add(name)
      }
      return now
    })
  }
  const key = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey
    if (isTyping(event.target)) return
    if (event.altKey) {
      const side = { ArrowUp: 'above', ArrowDown: 'below' }[event.key]
      if (side !== 'above' && side !== 'below') return
      event.preventDefault()
      const place = neighborPlace(session, rows, active, side)
      if (place) session.data('reorder_node', place).catch(reportError)
      return
    }
    if (command && !NAVIGATION_KEYS.test(event.key) && event.key !== ' ') return
    const row = rows[active]
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 1)
    const step = stepFor(event.key, rows, active, page)
    if (!step) return
    event.preventDefault()
    if (step === 'rename') setRenaming(row?.key)
    else if (step === 'widen') setOpen(siblingBranches(rows, active), true)
    else if (step === 'toggle') {
      if (command) toggle(active)
      else go(active, event.shiftKey ? 'extend' : 'choose')
    } else if (step === 'enter') {
      if (row?.node) focusPanel('inspector')
      else if (row) setOpen([row], !row.open)
    } else if ('go' in step) go(step.go, command ? 'walk' : event.shiftKey ? 'extend' : 'choose')
    else if (row) setOpen([row], step.open)
  }

  const items = virtual.getVirtualItems()
  // Rows are placed by their distance from the top: their order in the page may stay.
  const still = useFrozenOrder(box, items, (it) => String(it.key))
  const shown = items.some((it) => it.index === active)
  return (
    <>
      <ContextMenuArea menu={<SelectionMenu rename={() => setRenaming(rows[active]?.key)} />}>
        <div
          ref={box}
          className={styles.tree}
          role="tree"
          aria-label={t('outline-title')}
          aria-multiselectable
          tabIndex={0}
          data-story-keys
          data-panel-focus
          {...(shown ? { 'aria-activedescendant': `${id}-${active}` } : {})}
          {...handlers}
          onKeyDown={key}
          onContextMenu={(event) => {
            const onRow = event.target instanceof Element && event.target.closest('[data-row]')
            if (!onRow) useSelection.getState().clear()
          }}
          onFocus={(event) => event.target === box.current && active < 0 && go(0, 'choose')}
        >
          <div role="presentation" style={{ height: virtual.getTotalSize() }}>
            {still.map((item) => {
              const row = rows[item.index]
              return row ? (
                <OutlineItem
                  key={item.key}
                  id={`${id}-${item.index}`}
                  index={item.index}
                  row={row}
                  top={item.start}
                  start={row.node !== undefined && row.node === mirror.story.start}
                  ending={mirror.nodes.get(row.node ?? '')?.ending ?? false}
                  findings={byNode.get(row.node ?? '')}
                  selected={isShownSelected(row, selected, item.index === active)}
                  active={item.index === active}
                  lit={row.node !== undefined && lit.has(row.node)}
                  dropping={
                    drag?.fits === true &&
                    drag.instead === undefined &&
                    drag.beside === undefined &&
                    drag.group !== undefined &&
                    groupOf(row) === drag.group
                  }
                  line={
                    drag?.beside?.index === item.index
                      ? drag.beside.side
                      : drag?.fits === true && drag.instead === item.index
                        ? 'above'
                        : undefined
                  }
                  renaming={renaming === row.key}
                  onRenamed={() => {
                    setRenaming(undefined)
                    box.current?.focus()
                  }}
                  onChoose={({ range, adding }) => {
                    if (range) go(item.index, 'extend')
                    else if (adding) toggle(item.index)
                    else go(item.index, 'open')
                    if (row.heading && !range && !adding) setOpen([row], !row.open)
                  }}
                  onMenu={() => {
                    const keeps = row.node !== undefined && selected.has(row.node)
                    if (row.heading) useSelection.getState().clear()
                    else if (!keeps) go(item.index, 'choose')
                  }}
                  onToggle={() => setOpen([row], !row.open)}
                />
              ) : null
            })}
          </div>
        </div>
      </ContextMenuArea>
      {drag && <DragTooltip drag={drag} />}
    </>
  )
}

/** A node is shown as selected where it is listed, and where the keyboard is; not where it is only named. */
function isShownSelected(row: OutlineRow, nodes: ReadonlySet<string>, active: boolean): boolean {
  if (row.node === undefined || !nodes.has(row.node)) return false
  return active || !row.again || row.group !== undefined
}

/** Opens the menu on a row, as a right click there would. */
function openMenu(box: HTMLElement | null, row: string): void {
  const target = document.getElementById(row) ?? box
  if (!target) return
  const { left, bottom } = target.getBoundingClientRect()
  const at = { clientX: left + 32, clientY: Math.min(bottom, window.innerHeight - 8) }
  target.dispatchEvent(new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true }))
}
