/** The panels and the bars between them. A closed panel keeps what it holds, at no width. */

import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import {
  Group,
  Panel,
  type PanelImperativeHandle,
  Separator,
  useDefaultLayout,
  usePanelRef,
} from 'react-resizable-panels'
import { type PanelRow, panelId, panelRows, useDock, useWorkspace } from '../state'
import { useTranslation } from '../text'
import styles from './App.module.css'
import { PanelContent } from './PanelContent'
import { usePanelSizes } from './usePanelSizes'

/** The columns: the ids under which their widths are stored, and what they open with, in CSS pixels. */
const LEFT = { id: 'outline', size: 248 }
const RIGHT = { id: 'side', size: 380 }
/** The least width of the map with something docked beside it, in CSS pixels: room for both. */
const WITH_DOCK = 480
/**
 * In a window narrower than this one side alone lies open, in CSS pixels: beside both the map would
 * have less room than a few cards need.
 */
const BOTH_SIDES = { alone: 1024, withDock: 1280 }

export function Columns({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const panels = useWorkspace((it) => it.panels)
  const docked = useDock((it) => it.open) !== undefined
  const leftRef = usePanelRef()
  const rightRef = usePanelRef()
  const left = panelRows('left')
  const right = panelRows('right')
  const isOpen = ({ id }: PanelRow) => panels[id] ?? false
  useNarrow(docked ? BOTH_SIDES.withDock : BOTH_SIDES.alone)
  usePanelSizes([
    { panel: leftRef, open: left.some(isOpen), size: LEFT.size },
    { panel: rightRef, open: right.some(isOpen), size: RIGHT.size },
  ])
  // What makes room for something docked gets its width back afterwards.
  const widths = useRef({ left: 0, right: 0 })
  const keep = (name: 'left' | 'right', width: number) => {
    if (useDock.getState().open === undefined) widths.current[name] = width
  }
  useEffect(() => {
    if (docked) return
    const { left, right } = widths.current
    if (left > 0) leftRef.current?.resize(left)
    if (right > 0) rightRef.current?.resize(right)
  }, [docked, leftRef, rightRef])
  const kept = useDefaultLayout({ id: 'storyteller-columns' })

  return (
    <Group {...kept} orientation="horizontal" style={{ height: '100%' }}>
      <Panel
        id={LEFT.id}
        panelRef={leftRef}
        defaultSize={LEFT.size}
        minSize={160}
        maxSize={420}
        collapsible
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }, _, before) => {
          keep('left', inPixels)
          columnResized(left, inPixels, before?.inPixels)
        }}
      >
        <Stack of={LEFT.id} rows={left} className={styles.outline} />
      </Panel>
      <Separator className={styles.upright} aria-label={t('app-resize-outline')} />
      <Panel id="map" minSize={docked ? WITH_DOCK : 280}>
        {children}
      </Panel>
      <Separator className={styles.upright} aria-label={t('app-resize-side')} />
      <Panel
        id={RIGHT.id}
        panelRef={rightRef}
        defaultSize={RIGHT.size}
        minSize={280}
        maxSize={720}
        collapsible
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }, _, before) => {
          keep('right', inPixels)
          columnResized(right, inPixels, before?.inPixels)
        }}
      >
        <div className={styles.side}>
          <Stack of={RIGHT.id} rows={right} />
        </div>
      </Panel>
    </Group>
  )
}

interface StackProps {
  /** The column, for which the heights are stored. */
  of: string
  rows: readonly PanelRow[]
  className?: string | undefined
}

/** The panels of a column, one above the other. */
function Stack({ of, rows, className }: StackProps) {
  const { t } = useTranslation()
  const panels = useWorkspace((it) => it.panels)
  const refs = useRef(new Map<string, RefObject<PanelImperativeHandle | null>>())
  const refOf = (id: string) => {
    const ref = refs.current.get(id) ?? { current: null }
    refs.current.set(id, ref)
    return ref
  }
  const share = `${100 / rows.length}%`
  const sized = rows.map((it) => ({
    panel: refOf(it.id),
    open: panels[it.id] ?? false,
    size: it.share ?? share,
  }))
  usePanelSizes(sized)
  const kept = useDefaultLayout({ id: `storyteller-${of}` })
  const [only] = rows
  if (only && rows.length === 1) return <Slot row={only} className={className} />
  return (
    <Group {...kept} orientation="vertical" style={{ height: '100%' }}>
      {rows.map((row, at) => {
        const above = rows[at - 1]
        return (
          <Fragment key={row.id}>
            {above && (
              <Separator
                className={styles.level}
                aria-label={t('app-resize-inner')}
                disabled={!panels[above.id] || !panels[row.id]}
              />
            )}
            <Panel
              id={row.id}
              panelRef={refOf(row.id)}
              defaultSize={row.share ?? share}
              minSize={140}
              collapsible
            >
              <Slot row={row} className={className} />
            </Panel>
          </Fragment>
        )
      })}
    </Group>
  )
}

/** What is in a closed panel is out of the keyboard's way too. */
function Slot({ row, className }: { row: PanelRow; className?: string | undefined }) {
  const open = useWorkspace((it) => it.panels[row.id])
  return (
    <div
      data-panel={row.id}
      id={panelId(row.id)}
      className={`${styles.panel} ${className ?? ''}`}
      inert={!open}
    >
      <PanelContent row={row} />
    </div>
  )
}

/** Tells the workspace whether the window is narrower than this. */
function useNarrow(width: number): void {
  useEffect(() => {
    const room = window.matchMedia(`(width < ${width}px)`)
    const tell = () => useWorkspace.getState().setNarrow(room.matches)
    tell()
    room.addEventListener('change', tell)
    return () => room.removeEventListener('change', tell)
  }, [width])
}

/** Whether a width came from nothing or went to it: a folded panel tells its width of nothing at any time. */
function hasToggled(now: number, before: number | undefined): boolean {
  return before !== undefined && now > 0 !== before > 0
}

/** Dragging a column shut closes all of its panels; dragging it open shows them. */
function columnResized(rows: readonly PanelRow[], now: number, before: number | undefined): void {
  const { panels, setPanel } = useWorkspace.getState()
  const isOpen = rows.some((it) => panels[it.id])
  if (!hasToggled(now, before) || now > 0 === isOpen) return
  for (const { id } of rows) setPanel(id, now > 0)
}
