/** Hints at the border: recent changes outside the view, and how to get there. */

import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { center, intersects, visible } from '../../../canvas'
import { highlightNodes, useRecentChanges, useSession } from '../../../document'
import { useTranslation } from '../../../text'
import styles from '../StoryMap.module.css'
import { frameOf } from '../scene/clearView'
import type { MapController } from '../scene/mapController'
import { type OffscreenHint, offscreenHints } from './hintPositions'

export function OffscreenHints({ controller }: { controller: MapController }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const hints = useOffscreenHints(controller)
  return hints.map(({ at, angle, nodes }) => {
    const [first = ''] = nodes
    const title = mirror.nodes.get(first)?.title ?? ''
    const label = t('map-changed-there', { title, count: nodes.length })
    return (
      <button
        key={first}
        type="button"
        className={styles.edge}
        style={{ left: at.x, top: at.y }}
        aria-label={label}
        title={label}
        onClick={() => {
          controller.goTo(nodes)
          // Lit again for whoever has only now come to look.
          highlightNodes(nodes)
        }}
      >
        <ArrowRight size={15} aria-hidden style={{ rotate: `${angle}rad` }} />
        {/* The number is drawn by the styles: the label says it in words. */}
        {nodes.length > 1 && <span data-count={nodes.length} aria-hidden />}
      </button>
    )
  })
}

/** The signs as the view stands; looked after only while something is lit. */
function useOffscreenHints(controller: MapController): OffscreenHint[] {
  const lit = useRecentChanges((it) => it.changedAt)
  const [hints, setHints] = useState<OffscreenHint[]>([])
  useEffect(() => {
    if (lit.size === 0) {
      setHints((old) => (old.length > 0 ? [] : old))
      return
    }
    let asked = 0
    const look = () => {
      asked = 0
      const shown = visible(controller.view.camera, controller.view.size)
      const points = controller
        .areasOf(lit.keys())
        .filter(({ area }) => !intersects(shown, area))
        .map(({ id, area }) => ({ id, at: controller.view.toScreen(center(area)) }))
      const { size, bars } = frameOf(controller.view)
      setHints(offscreenHints(points, size, bars))
    }
    look()
    const stop = controller.watch(() => {
      if (asked === 0) asked = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(asked)
      stop()
    }
  }, [controller, lit])
  return hints
}
