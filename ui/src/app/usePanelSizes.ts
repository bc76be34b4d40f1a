/** Panels of a row or column, as wide or high as whether they are to be open says. */

import { type RefObject, useEffect, useRef } from 'react'
import type { PanelImperativeHandle } from 'react-resizable-panels'

interface PanelState {
  panel: RefObject<PanelImperativeHandle | null>
  open: boolean
  /** The width in CSS pixels, or the share, that it opens with for the first time. */
  size: number | string
}

export function usePanelSizes(panels: readonly PanelState[]): void {
  const latest = useRef(panels)
  latest.current = panels
  /** Those that were open since the page was loaded, and know their width. */
  const known = useRef(new Set<PanelState['panel']>())
  const opened = panels.map((it) => it.open).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that opens or closes
  useEffect(() => {
    // What closes makes the room for what opens.
    for (const { panel, open } of latest.current) if (!open) panel.current?.collapse()
    for (const { panel, open, size } of latest.current) {
      if (!open) continue
      if (panel.current?.isCollapsed()) {
        if (known.current.has(panel)) panel.current.expand()
        else panel.current.resize(size)
      }
      known.current.add(panel)
    }
  }, [opened])
}
