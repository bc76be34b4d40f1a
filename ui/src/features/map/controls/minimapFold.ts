/** Whether the minimap is shown: always on a large map; on a small one, while the writer wants it. */

import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { MapController } from '../scene/mapController'

/** On a map smaller than this, the minimap would hide more than it shows. */
const LARGE = { width: 560, height: 420 }

interface MinimapFold {
  /** Whether it was opened on a small map. */
  isOpen: boolean
  toggle(): void
}

/** Remembered while the window is open, whatever story or view is shown meanwhile. */
export const useMinimapFold = create<MinimapFold>((set) => ({
  isOpen: false,
  toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
}))

/** Whether the map is so small that its minimap folds; follows the map's size. */
export function useIsSmallMap(controller: MapController): boolean {
  return useSyncExternalStore(
    (changed) => controller.watch(changed),
    () => {
      const { width, height } = controller.view.size
      return width < LARGE.width || height < LARGE.height
    },
  )
}
