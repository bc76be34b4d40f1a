/** The panels and the bars between them. A closed panel keeps what it holds, at no width. */

import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from 'react-resizable-panels'
import { type PanelName, panelId, useDock, useWorkspace } from '../state'
import styles from './App.module.css'
import { usePanelSizes } from './usePanelSizes'

interface ColumnsProps {
  outline: ReactNode
  map: ReactNode
  inspector: ReactNode
  assistant: ReactNode
}

/** What panels open with: widths in CSS pixels, shares of a height. */
const SIZES = { outline: 248, side: 380, inspector: '56%', assistant: '44%' }
/** The least width of the map with something docked beside it, in CSS pixels: room for both. */
const WITH_DOCK = 480
/**
 * In a window narrower than this one side alone lies open, in CSS pixels: beside both the map would
 * have less room than a few cards need.
 */
const BOTH_SIDES = { alone: 1024, withDock: 1280 }

export function Columns({ outline, map, inspector, assistant }: ColumnsProps) {
  const { t } = useTranslation('app')
  const panels = useWorkspace((it) => it.panels)
  const docked = useDock((it) => it.open) !== undefined
  const outlineRef = usePanelRef()
  const sideRef = usePanelRef()
  const sideOpen = panels.inspector || panels.assistant
  useNarrow(docked ? BOTH_SIDES.withDock : BOTH_SIDES.alone)
  usePanelSizes(
    { panel: outlineRef, open: panels.outline, size: SIZES.outline },
    { panel: sideRef, open: sideOpen, size: SIZES.side },
  )
  // What makes room for something docked gets its width back afterwards.
  const widths = useRef({ outline: 0, side: 0 })
  const keep = (name: 'outline' | 'side', width: number) => {
    if (useDock.getState().open === undefined) widths.current[name] = width
  }
  useEffect(() => {
    if (docked) return
    const { outline, side } = widths.current
    if (outline > 0) outlineRef.current?.resize(outline)
    if (side > 0) sideRef.current?.resize(side)
  }, [docked, outlineRef, sideRef])
  const kept = useDefaultLayout({ id: 'storyteller-columns' })

  return (
    <Group {...kept} orientation="horizontal" style={{ height: '100%' }}>
      <Panel
        id="outline"
        panelRef={outlineRef}
        defaultSize={SIZES.outline}
        minSize={160}
        maxSize={420}
        collapsible
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }, _, before) => {
          keep('outline', inPixels)
          if (hasToggled(inPixels, before?.inPixels))
            useWorkspace.getState().setPanel('outline', inPixels > 0)
        }}
      >
        <Slot name="outline" className={styles.outline}>
          {outline}
        </Slot>
      </Panel>
      <Separator className={styles.upright} aria-label={t('resize.outline')} />
      <Panel id="map" minSize={docked ? WITH_DOCK : 280}>
        {map}
      </Panel>
      <Separator className={styles.upright} aria-label={t('resize.side')} />
      <Panel
        id="side"
        panelRef={sideRef}
        defaultSize={SIZES.side}
        minSize={280}
        maxSize={720}
        collapsible
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }, _, before) => {
          keep('side', inPixels)
          sideResized(inPixels, before?.inPixels)
        }}
      >
        <div className={styles.side}>
          <Side inspector={inspector} assistant={assistant} />
        </div>
      </Panel>
    </Group>
  )
}

function Side({ inspector, assistant }: { inspector: ReactNode; assistant: ReactNode }) {
  const { t } = useTranslation('app')
  const panels = useWorkspace((it) => it.panels)
  const inspectorRef = usePanelRef()
  const assistantRef = usePanelRef()
  usePanelSizes(
    { panel: inspectorRef, open: panels.inspector, size: SIZES.inspector },
    { panel: assistantRef, open: panels.assistant, size: SIZES.assistant },
  )
  const kept = useDefaultLayout({ id: 'storyteller-side' })
  return (
    <Group {...kept} orientation="vertical" style={{ height: '100%' }}>
      <Panel
        id="inspector"
        panelRef={inspectorRef}
        defaultSize={SIZES.inspector}
        minSize={140}
        collapsible
      >
        <Slot name="inspector">{inspector}</Slot>
      </Panel>
      <Separator
        className={styles.level}
        aria-label={t('resize.inner')}
        disabled={!panels.inspector || !panels.assistant}
      />
      <Panel
        id="assistant"
        panelRef={assistantRef}
        defaultSize={SIZES.assistant}
        minSize={140}
        collapsible
      >
        <Slot name="assistant">{assistant}</Slot>
      </Panel>
    </Group>
  )
}

interface SlotProps {
  name: PanelName
  className?: string | undefined
  children: ReactNode
}

/** What is in a closed panel is out of the keyboard's way too. */
function Slot({ name, className, children }: SlotProps) {
  const open = useWorkspace((it) => it.panels[name])
  return (
    <div
      data-panel={name}
      id={panelId(name)}
      className={`${styles.panel} ${className ?? ''}`}
      inert={!open}
    >
      {children}
    </div>
  )
}

/** Tells the desk whether the window is narrower than this. */
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

/** Dragging the side shut closes both of its panels; dragging it open shows both. */
function sideResized(now: number, before: number | undefined): void {
  const { panels, setPanel } = useWorkspace.getState()
  const isOpen = panels.inspector || panels.assistant
  if (!hasToggled(now, before) || now > 0 === isOpen) return
  setPanel('inspector', now > 0)
  setPanel('assistant', now > 0)
}
