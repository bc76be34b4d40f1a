/**
 * Which panels lie open. Where the window has no room for both sides, the one that was opened last
 * stays and the other is folded until there is room again. Pure.
 */

/** Whether each panel is open, by its id. */
export type Panels = Readonly<Record<string, boolean>>

export interface PanelLayout {
  panels: Panels
  /** The panels of the left and of the right side, by their ids. */
  sides: readonly (readonly string[])[]
  /** Those that the writer left open and there is no room for. */
  folded: readonly string[]
  /** Whether the window has room for one side alone. */
  narrow: boolean
  /** A panel of the side that stays. */
  front: string
}

/** Every panel open, or every panel closed. */
export function allPanels({ sides }: Pick<PanelLayout, 'sides'>, open: boolean): Panels {
  return Object.fromEntries(sides.flat().map((it) => [it, open]))
}

/** With what there is no room for folded, and what there is room for open again. */
function fitted(laid: PanelLayout): PanelLayout {
  const wanted = { ...laid.panels }
  for (const name of laid.folded) wanted[name] = true
  const isBoth = laid.sides.every((side) => side.some((name) => wanted[name]))
  if (!laid.narrow || !isBoth) return { ...laid, panels: wanted, folded: [] }
  const other = laid.sides.find((side) => !side.includes(laid.front)) ?? []
  const folded = other.filter((name) => wanted[name])
  for (const name of folded) wanted[name] = false
  return { ...laid, panels: wanted, folded }
}

/** One panel opened or closed by the writer. What is folded comes back once nothing is in its way. */
export function withPanel(laid: PanelLayout, name: string, open: boolean): PanelLayout {
  // A panel that was folded tells that it has no width any more: nobody closed it.
  if (laid.panels[name] === open) return laid
  const panels = { ...laid.panels, [name]: open }
  const folded = laid.folded.filter((it) => it !== name)
  return fitted({ ...laid, panels, folded, front: open ? name : laid.front })
}

export function withNarrow(laid: PanelLayout, narrow: boolean): PanelLayout {
  return laid.narrow === narrow ? laid : fitted({ ...laid, narrow })
}

/** All panels as the writer would have them, were there room. */
export function wantedPanels({ panels, folded }: Pick<PanelLayout, 'panels' | 'folded'>): Panels {
  return { ...panels, ...Object.fromEntries(folded.map((it) => [it, true])) }
}

/** Other panels than before are to lie open. */
export function withPanels(laid: PanelLayout, panels: Panels): PanelLayout {
  return fitted({ ...laid, panels, folded: [] })
}
