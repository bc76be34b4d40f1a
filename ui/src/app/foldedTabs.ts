/** Which tabs of a row fit beside one another; those that do not are in the menu behind them. */

import { type RefObject, useLayoutEffect, useState } from 'react'

export interface TabWidth {
  id: string
  width: number
}

/** Between two tabs, in CSS pixels; as the styles say. */
const GAP = 2

/** The tabs that fit, in order; the shown one always does. */
export function fittingTabs(tabs: readonly TabWidth[], room: number, shown: string): string[] {
  const widthOf = (some: readonly TabWidth[]) =>
    some.reduce((sum, it) => sum + it.width, 0) + GAP * Math.max(0, some.length - 1)
  // The first that does not fit folds with all behind it: a short one there would change places.
  for (let count = tabs.length; count > 0; count--) {
    const kept = tabs.filter((it, at) => at < count || it.id === shown)
    if (widthOf(kept) <= room) return kept.map((it) => it.id)
  }
  return tabs.filter((it) => it.id === shown).map((it) => it.id)
}

interface Row {
  /** Has the room for the tabs. */
  list: RefObject<HTMLElement | null>
  /** Has an element for each tab, as wide as it would be. */
  measure: RefObject<HTMLElement | null>
  /** Changes with what is measured. */
  key: string
}

/** The widths of all tabs and the room for them, measured again when either changes. */
export function useTabWidths({ list, measure, key }: Row): { widths: number[]; room: number } {
  const [measured, setMeasured] = useState({ widths: [] as number[], room: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are other elements to observe
  useLayoutEffect(() => {
    const [row, ruler] = [list.current, measure.current]
    if (!row || !ruler) return
    const look = () => {
      const widths = [...ruler.children].map((it) => it.getBoundingClientRect().width)
      setMeasured({ widths, room: row.clientWidth })
    }
    look()
    const resized = new ResizeObserver(look)
    for (const it of [row, ...ruler.children]) resized.observe(it)
    return () => resized.disconnect()
  }, [list, measure, key])
  return measured
}
