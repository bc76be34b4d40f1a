/** The panels and the bars between them. A closed panel keeps what it holds, at no width. */

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Group,
  Panel,
  type PanelImperativeHandle,
  Separator,
  useDefaultLayout,
  usePanelRef,
} from 'react-resizable-panels'
import { type PanelName, panelId, useDesk, useDock } from '../actions'
import styles from './App.module.css'

interface ColumnsProps {
  outline: ReactNode
  map: ReactNode
  inspector: ReactNode
  assistant: ReactNode
}

/** The least width of the map with something docked beside it, in CSS pixels: room for both. */
const WITH_DOCK = 480

export function Columns({ outline, map, inspector, assistant }: ColumnsProps) {
  const { t } = useTranslation('app')
  const panels = useDesk((it) => it.panels)
  const docked = useDock((it) => it.open) !== undefined
  const outlineRef = usePanelRef()
  const sideRef = usePanelRef()
  const sideOpen = panels.inspector || panels.assistant
  useOpen(outlineRef, panels.outline)
  useOpen(sideRef, sideOpen)
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
        defaultSize={248}
        minSize={160}
        maxSize={420}
        collapsible
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }) => {
          keep('outline', inPixels)
          useDesk.getState().setPanel('outline', inPixels > 0)
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
        defaultSize={380}
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
  const panels = useDesk((it) => it.panels)
  const inspectorRef = usePanelRef()
  const assistantRef = usePanelRef()
  useOpen(inspectorRef, panels.inspector)
  useOpen(assistantRef, panels.assistant)
  const kept = useDefaultLayout({ id: 'storyteller-side' })
  return (
    <Group {...kept} orientation="vertical" style={{ height: '100%' }}>
      <Panel id="inspector" panelRef={inspectorRef} defaultSize="56%" minSize={140} collapsible>
        <Slot name="inspector">{inspector}</Slot>
      </Panel>
      <Separator
        className={styles.level}
        aria-label={t('resize.inner')}
        disabled={!panels.inspector || !panels.assistant}
      />
      <Panel id="assistant" panelRef={assistantRef} defaultSize="44%" minSize={140} collapsible>
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
  const open = useDesk((it) => it.panels[name])
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

/** Keeps a panel's width in step with whether it is to be open. */
function useOpen(panel: RefObject<PanelImperativeHandle | null>, open: boolean): void {
  useEffect(() => {
    const handle = panel.current
    if (!handle || handle.isCollapsed() !== open) return
    if (open) handle.expand()
    else handle.collapse()
  }, [panel, open])
}

/** Dragging the side shut closes both of its panels; dragging it open shows both. */
function sideResized(now: number, before: number | undefined): void {
  const { panels, setPanel } = useDesk.getState()
  const isOpen = panels.inspector || panels.assistant
  if (before === undefined || now > 0 === isOpen) return
  setPanel('inspector', now > 0)
  setPanel('assistant', now > 0)
}
