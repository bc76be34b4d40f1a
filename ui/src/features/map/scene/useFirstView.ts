/**
 * The first view of a story while the window is still being laid out: panels take their widths and the
 * bars of the map are drawn after it was first shown.
 */

import { useEffect } from 'react'
import type { MapController } from './mapController'

/** What a writer begins with; from then on the view is theirs. */
const HANDS = ['pointerdown', 'keydown', 'wheel'] as const

export function useFirstView(controller: MapController | undefined): void {
  useEffect(() => {
    if (!controller) return
    let { size } = controller.view
    let asked = 0
    // In the next frame: what depends on the map's size has been drawn by then.
    const again = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(() => controller.showFirstViewAgain())
    }
    const unwatch = controller.watch(() => {
      if (controller.view.size === size) return
      size = controller.view.size
      again()
    })
    const stop = () => {
      cancelAnimationFrame(asked)
      unwatch()
      for (const it of HANDS) window.removeEventListener(it, stop, { capture: true })
    }
    for (const it of HANDS) window.addEventListener(it, stop, { capture: true, passive: true })
    controller.showFirstViewAgain()
    return stop
  }, [controller])
}
