/** The focused row of the outline, and the selection made from it. */

import { type RefObject, useRef, useState } from 'react'
import { useSelection } from '../../document'
import { useWorkspace } from '../../state'
import type { OutlineRow } from './rows'
import { nodesBetween } from './treeNavigation'

/**
 * How a row is gone to: it alone is selected; so it is, and brought near on the map; all up to it are
 * selected; nothing is but the cursor moves.
 */
export type CursorMove = 'choose' | 'open' | 'extend' | 'walk'

export interface Cursor {
  /** The index of the row; -1 where the keyboard is on none. */
  active: number
  go(index: number, going: CursorMove): void
  /** Adds a row's node to the selection, or takes it out. */
  toggle(index: number): void
}

export function useCursor(
  rows: readonly OutlineRow[],
  scrollTo: RefObject<(index: number) => void>,
): Cursor {
  const focused = useSelection((it) => it.focused)
  const [at, setAt] = useState<{ key: string; focused: string | undefined }>()
  const anchor = useRef<string>(undefined)

  // Where it was left, unless something else was selected elsewhere since.
  const left = rows.findIndex((it) => it.key === at?.key)
  const elsewhere = focused !== undefined && at?.focused !== focused
  const chosen = elsewhere || left < 0 ? rows.findIndex((it) => it.node === focused) : -1
  const active = chosen >= 0 && focused !== undefined ? chosen : left

  const stand = (row: OutlineRow) =>
    setAt({ key: row.key, focused: useSelection.getState().focused })

  const go = (wanted: number, going: CursorMove) => {
    const index = Math.max(0, Math.min(rows.length - 1, wanted))
    const row = rows[index]
    if (!row) return
    scrollTo.current(index)
    const { select, goTo } = useSelection.getState()
    const from = rows.findIndex((it) => it.key === anchor.current)
    if (going === 'extend') {
      const start = from < 0 ? Math.max(0, active) : from
      anchor.current ??= rows[start]?.key
      select(nodesBetween(rows, start, index))
    } else if (going !== 'walk') {
      anchor.current = row.key
      if (row.node) (going === 'open' ? goTo : select)([row.node])
    }
    stand(row)
    if (row.node && (going === 'choose' || going === 'extend'))
      useWorkspace.getState().map?.reveal([row.node])
  }

  const toggle = (index: number) => {
    const row = rows[index]
    if (!row) return
    anchor.current = row.key
    if (row.node) useSelection.getState().toggle(row.node)
    stand(row)
  }
  return { active, go, toggle }
}
