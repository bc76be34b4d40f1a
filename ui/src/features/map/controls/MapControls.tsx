/** The corner of the map: the minimap and the zoom. */

import { Map as MapIcon, Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useActions } from '../../../actions'
import { Minimap } from '../../../canvas'
import { useIsEmpty, useRecentChanges } from '../../../document'
import { IconButton, Tooltip } from '../../../kit'
import { useTranslation } from '../../../text'
import { reviewMarks, useReview } from '../review/review'
import styles from '../StoryMap.module.css'
import type { MapController } from '../scene/mapController'
import { useIsSmallMap, useMinimapFold } from './minimapFold'

const SIZE = { width: 168, height: 112 }

export function MapControls({ controller }: { controller: MapController }) {
  const isEmpty = useIsEmpty()
  const isSmall = useIsSmallMap(controller)
  const isOpen = useMinimapFold((it) => it.isOpen)
  const hasMinimap = !isEmpty && (!isSmall || isOpen)
  return (
    <div
      className={styles.corner}
      data-corner
      data-map-bar
      data-minimap={hasMinimap || undefined}
      data-small={isSmall || undefined}
    >
      {hasMinimap && <Overview controller={controller} />}
      <div className={styles.zoom}>
        {isSmall && !isEmpty && <MinimapToggle />}
        <ZoomControl controller={controller} />
      </div>
    </div>
  )
}

function Overview({ controller }: { controller: MapController }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const minimap = new Minimap(element, SIZE)
    let asked = 0
    const draw = () => {
      asked = 0
      const { scene, camera, size, theme } = controller.view
      const lit = controller
        .areasOf(useRecentChanges.getState().changedAt.keys())
        .map((it) => it.area)
      minimap.draw(scene, camera, size, theme, lit)
    }
    const ask = () => {
      if (asked === 0) asked = requestAnimationFrame(draw)
    }
    const stop = controller.watch((sceneChanged) => {
      if (sceneChanged) mark()
      ask()
    })
    const stopLit = useRecentChanges.subscribe(ask)
    const mark = () =>
      minimap.changed(reviewMarks(controller.view.scene, controller.visibleNodeFor))
    const stopReview = useReview.subscribe(() => {
      mark()
      ask()
    })
    mark()
    const go = (event: PointerEvent) => {
      if (event.buttons !== 1) return
      const box = element.getBoundingClientRect()
      const at = minimap.toMap({ x: event.clientX - box.left, y: event.clientY - box.top })
      const { camera, size } = controller.view
      if (!at) return
      const { zoom } = camera
      controller.view.look({
        x: at.x - size.width / zoom / 2,
        y: at.y - size.height / zoom / 2,
        zoom,
      })
    }
    const press = (event: PointerEvent) => {
      element.setPointerCapture(event.pointerId)
      go(event)
    }
    element.addEventListener('pointerdown', press)
    element.addEventListener('pointermove', go)
    draw()
    return () => {
      cancelAnimationFrame(asked)
      stop()
      stopLit()
      stopReview()
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('pointermove', go)
    }
  }, [controller])
  return <canvas ref={canvas} className={styles.overview} style={SIZE} aria-hidden />
}

/** Unfolds the minimap of a small map, and folds it again. */
function MinimapToggle() {
  const { t } = useTranslation()
  const { isOpen, toggle } = useMinimapFold()
  return (
    <IconButton
      label={t(isOpen ? 'map-minimap-close' : 'map-minimap-open')}
      icon={<MapIcon size={15} />}
      aria-expanded={isOpen}
      onClick={toggle}
    />
  )
}

function ZoomControl({ controller }: { controller: MapController }) {
  const [zoomOut, zoomIn, fitAll] = useActions(['zoomOut', 'zoomIn', 'fitAll'])
  const percent = useSyncExternalStore(
    (changed) => controller.watch(changed),
    () => Math.round(controller.view.camera.zoom * 100),
  )
  if (!zoomOut || !zoomIn || !fitAll) return null
  return (
    <>
      <IconButton
        label={zoomOut.label}
        keys="-"
        icon={<Minus size={15} />}
        onClick={zoomOut.perform}
      />
      <Tooltip text={fitAll.label} keys="Shift+1">
        <button
          type="button"
          className={styles.percent}
          aria-label={`${percent} % · ${fitAll.label}`}
          onClick={fitAll.perform}
        >
          {percent} %
        </button>
      </Tooltip>
      <IconButton
        label={zoomIn.label}
        keys="+"
        icon={<Plus size={15} />}
        onClick={zoomIn.perform}
      />
    </>
  )
}
