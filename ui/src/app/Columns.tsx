/**
 * The view and the sides next to it, with bars that change their widths. A closed side keeps its
 * content at zero width; if there is no space beside the view, an open one overlays it.
 */

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import {
  Group,
  Panel,
  type PanelImperativeHandle,
  Separator,
  usePanelRef,
} from 'react-resizable-panels'
import {
  hasSecondPage,
  isOverlaying,
  isSideOpen,
  isWide,
  type Side,
  USUAL,
  useWorkspace,
  WIDTHS,
} from '../state'
import { useTranslation } from '../text'
import styles from './App.module.css'
import { SideTabs } from './SideTabs'

const WIDTHS_KEY = 'storyteller-widths'

/** The widths that the writer chose, by what they belong to. */
type Chosen = Partial<Record<keyof typeof USUAL, number>>

function chosenWidths(): Chosen {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(WIDTHS_KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Chosen) : {}
  } catch {
    // What cannot be read is as if it had never been kept.
    return {}
  }
}

const widthOf = (name: keyof typeof USUAL) => chosenWidths()[name] ?? USUAL[name]

export function Columns({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const left = usePanelRef()
  const right = usePanelRef()
  const over = useWorkspace(isOverlaying)
  const page = useWorkspace(isWide)
  const second = useWorkspace(hasSecondPage)
  const leftOpen = useWorkspace((it) => isSideOpen(it, 'left'))
  const rightOpen = useWorkspace((it) => isSideOpen(it, 'right'))
  const hasLeft = useWorkspace((it) => it.sides.left.length > 0)
  useWindowWidth()
  const isBeside = { left: leftOpen && !over, right: rightOpen && !over }
  const names = { left: second ? 'secondPage' : 'left', right: page ? 'page' : 'right' } as const
  useSizes([
    { side: left, open: isBeside.left, name: names.left },
    { side: right, open: isBeside.right, name: names.right },
  ])
  /** What a hand made of the widths: a side dragged shut is closed, one dragged open is shown. */
  const dragged = () => {
    const { setSide } = useWorkspace.getState()
    const now = { left: left.current, right: right.current }
    const chosen = chosenWidths()
    for (const side of ['left', 'right'] as const) {
      const width = Math.round(now[side]?.getSize().inPixels ?? 0)
      if (width > 0) chosen[names[side]] = width
      if (!over && width > 0 !== isBeside[side]) setSide(side, width > 0)
    }
    localStorage.setItem(WIDTHS_KEY, JSON.stringify(chosen))
  }
  const closed = { left: !isBeside.left, right: !isBeside.right }

  return (
    <Group
      orientation="horizontal"
      style={{ height: '100%' }}
      // No more than can be seen: what begins at the border of the map is meant for the map.
      resizeTargetMinimumSize={{ fine: 4, coarse: 20 }}
      onLayoutChanged={(_, { isUserInteraction }) => isUserInteraction && dragged()}
    >
      <Panel
        id="left"
        panelRef={left}
        defaultSize={closed.left ? 0 : widthOf(names.left)}
        minSize={160}
        maxSize={second ? 700 : 420}
        collapsible
        groupResizeBehavior="preserve-pixel-size"
      >
        <SidePart side="left" over={over && leftOpen} />
      </Panel>
      <Separator
        className={styles.upright}
        aria-label={t('app-resize-outline')}
        disabled={over || !hasLeft}
      />
      <Panel id="view" minSize={over ? 200 : WIDTHS.view}>
        {children}
      </Panel>
      <Separator className={styles.upright} aria-label={t('app-resize-side')} disabled={over} />
      <Panel
        id="right"
        panelRef={right}
        defaultSize={closed.right ? 0 : widthOf(names.right)}
        minSize={WIDTHS.right}
        maxSize={1100}
        collapsible
        groupResizeBehavior="preserve-pixel-size"
      >
        <SidePart side="right" over={over && rightOpen} />
      </Panel>
    </Group>
  )
}

/** A side, beside the view or over it. */
function SidePart({ side, over }: { side: Side; over: boolean }) {
  const page = useWorkspace(isWide)
  return (
    <div
      className={styles[side]}
      {...(over ? { 'data-over': page && side === 'right' ? 'page' : 'side' } : {})}
    >
      <SideTabs side={side} />
    </div>
  )
}

interface Sized {
  side: RefObject<PanelImperativeHandle | null>
  open: boolean
  /** Whose width it has. */
  name: keyof typeof USUAL
}

/** Gives the sides their widths where one opens, closes or becomes a page. */
function useSizes(sides: readonly Sized[]): void {
  const latest = useRef(sides)
  const key = sides.map((it) => `${it.open} ${it.name}`).join()
  const before = useRef(sides)
  latest.current = sides
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is other than before
  useEffect(() => {
    const was = before.current
    before.current = latest.current
    // What closes makes the room for what opens.
    closeUnopened(latest.current)
    latest.current.forEach(({ side, open, name }, at) => {
      const isSame = was[at]?.open === open && was[at]?.name === name
      if (open && !isSame) side.current?.resize(widthOf(name))
    })
    // A window that became smaller is laid out once more, with the widths from before.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        closeUnopened(latest.current)
        reopenCollapsed(latest.current)
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [key])
}

function closeUnopened(sides: readonly Sized[]): void {
  for (const { side, open } of sides) {
    if (!open && (side.current?.getSize().inPixels ?? 0) > 0) side.current?.collapse()
  }
}

/** What was squeezed shut beside a side that was too wide gets the space that there is for it. */
function reopenCollapsed(sides: readonly Sized[]): void {
  for (const { side, open, name } of sides) {
    if (!open || (side.current?.getSize().inPixels ?? 0) > 0) continue
    for (const other of sides) {
      if (other.open && other.side !== side) other.side.current?.resize(WIDTHS.right)
    }
    side.current?.resize(Math.min(widthOf(name), USUAL[name]))
  }
}

/** Tells the workspace how wide the window is. */
function useWindowWidth(): void {
  useEffect(() => {
    const tell = () => useWorkspace.getState().setWidth(window.innerWidth)
    tell()
    window.addEventListener('resize', tell)
    return () => window.removeEventListener('resize', tell)
  }, [])
}
