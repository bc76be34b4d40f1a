/**
 * Which panels are shown beside the view: each side shows one panel at a time, as tabs. If there is
 * no space for both sides, the last requested one stays; if there is none for a side and the view,
 * the side overlays the view. Pure.
 */

export type Side = 'left' | 'right'

export const SIDES: readonly Side[] = ['left', 'right']

/** The least widths, in CSS pixels. */
export const WIDTHS = { view: 480, right: 300, page: 480 } as const

/** What a side usually opens with, in CSS pixels. */
export const USUAL = { left: 248, right: 400, page: 660, secondPage: 340 } as const

/** The panel in which one scene is written, which may be as wide as a page. */
export const PAGE = 'inspector'

/** The panel in which another card is read or written beside it. */
export const SECOND_PAGE = 'secondPage'

export interface PanelLayout {
  /** The panels of each side by their ids, in the order of their tabs. */
  sides: Readonly<Record<Side, readonly string[]>>
  /** The panel that each side shows where it is open; empty for a side without panels. */
  shown: Readonly<Record<Side, string>>
  /** Whether the writer left each side open. */
  open: Readonly<Record<Side, boolean>>
  /** The side that stays where there is room for one alone. */
  front: Side
  /** The side that lies over the view where there is no room beside it. */
  over: Side | undefined
  /** Whether the page is as wide as a page. */
  wide: boolean
  /** The width of the window, in CSS pixels. */
  width: number
}

/** How many sides there is room for beside the view. */
type Room = 'both' | 'one' | 'none'

/** Whether the second page is what the left side shows. */
export function hasSecondPage({ open, shown }: PanelLayout): boolean {
  return open.left && shown.left === SECOND_PAGE
}

/** Whether the page is on, as wide as a page; not where it would drive out the second page. */
export function isWide(layout: PanelLayout): boolean {
  if (!layout.wide || layout.shown.right !== PAGE) return false
  const isNarrower =
    hasSecondPage(layout) &&
    roomBeside(layout, 'page') !== 'both' &&
    roomBeside(layout, 'right') === 'both'
  return !isNarrower
}

function roomOf(layout: PanelLayout): Room {
  return roomBeside(layout, isWide(layout) ? 'page' : 'right')
}

/** The room for both sides where the right one is as wide as a page or as usual. */
function roomBeside(layout: PanelLayout, right: 'page' | 'right'): Room {
  const { width } = layout
  // Two pages share what there is.
  const both = hasSecondPage(layout) ? USUAL.secondPage + WIDTHS[right] : USUAL.left + USUAL[right]
  if (width >= WIDTHS.view + both) return 'both'
  return width >= WIDTHS.view + WIDTHS[right] ? 'one' : 'none'
}

/** Whether an open side lies over the view. */
export function isOverlaying(layout: PanelLayout): boolean {
  return roomOf(layout) === 'none'
}

export function isSideOpen(layout: PanelLayout, side: Side): boolean {
  if (layout.sides[side].length === 0) return false
  const room = roomOf(layout)
  if (room === 'none') return layout.over === side
  const isBoth = layout.open.left && layout.open.right && layout.sides.left.length > 0
  return layout.open[side] && (room === 'both' || !isBoth || layout.front === side)
}

function sideOf({ sides }: PanelLayout, panel: string): Side | undefined {
  return SIDES.find((it) => sides[it].includes(panel))
}

/** Whether a panel can be seen. */
export function isPanelShown(layout: PanelLayout, panel: string): boolean {
  const side = sideOf(layout, panel)
  return side !== undefined && layout.shown[side] === panel && isSideOpen(layout, side)
}

/** A side opened or closed by the writer. */
export function withSide(layout: PanelLayout, side: Side, open: boolean): PanelLayout {
  if (isSideOpen(layout, side) === open) return layout
  const wide = layout.wide && (open || side !== 'right')
  if (roomOf(layout) === 'none') return { ...layout, wide, over: open ? side : undefined }
  return {
    ...layout,
    wide,
    open: { ...layout.open, [side]: open },
    front: open ? side : layout.front,
  }
}

/** A panel shown in its side, or its side closed. */
export function withPanel(layout: PanelLayout, panel: string, show: boolean): PanelLayout {
  const side = sideOf(layout, panel)
  if (side === undefined || isPanelShown(layout, panel) === show) return layout
  if (!show) return withSide(layout, side, false)
  return withSide({ ...layout, shown: { ...layout.shown, [side]: panel } }, side, true)
}

/** The page as wide as a page, or again as wide as its side. */
export function withWide(layout: PanelLayout, wide: boolean): PanelLayout {
  if (!wide) return layout.wide ? { ...layout, wide, over: undefined } : layout
  const page = withPanel(layout, PAGE, true)
  const now = { ...page, wide }
  return roomOf(now) === 'none' ? { ...now, over: 'right' } : { ...now, front: 'right' }
}

/** What lay over the view in a small window is closed when it grows, and the other way round. */
export function withWidth(layout: PanelLayout, width: number): PanelLayout {
  const next = { ...layout, width }
  return roomOf(next) === roomOf(layout) ? next : { ...next, over: undefined }
}

/** A panel moved to the other side, where it is shown. */
export function withPlace(layout: PanelLayout, panel: string, side: Side): PanelLayout {
  const from = sideOf(layout, panel)
  if (from === undefined || from === side) return layout
  const rest = layout.sides[from].filter((it) => it !== panel)
  const shown = layout.shown[from] === panel ? (rest[0] ?? '') : layout.shown[from]
  const moved: PanelLayout = {
    ...layout,
    sides: { ...layout.sides, [from]: rest, [side]: [...layout.sides[side], panel] },
    shown: { ...layout.shown, [from]: shown },
  }
  return withPanel(moved, panel, true)
}

/** Both sides closed, or open again as they were. */
export function withFocus(layout: PanelLayout, before: PanelLayout['open'] | undefined) {
  const isAny = SIDES.some((it) => isSideOpen(layout, it))
  const open = isAny ? { left: false, right: false } : (before ?? { left: true, right: true })
  return { ...layout, open, wide: false, over: undefined }
}
