/** The corner of the map: the whole of it small, and how near one is. */

import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useActions } from '../../actions'
import { Minimap } from '../../canvas'
import { useLit, useNumber, useSession } from '../../document'
import { IconButton, Tooltip } from '../../kit'
import type { Board } from './board'
import { reviewedPlaces, useReview } from './review'
import styles from './StoryMap.module.css'

const SIZE = { width: 168, height: 112 }

export function MapCorner({ board }: { board: Board }) {
  const nodes = useSession().mirror.nodes.size
  useNumber()
  return (
    <div className={styles.corner} data-corner>
      {nodes > 0 && <Overview board={board} />}
      <ZoomControl board={board} />
    </div>
  )
}

function Overview({ board }: { board: Board }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const minimap = new Minimap(element, SIZE)
    let asked = 0
    const draw = () => {
      asked = 0
      const { scene, camera, size, theme } = board.view
      const lit = board.placesOf(useLit.getState().lit.keys()).map((it) => it.area)
      minimap.draw(scene, camera, size, theme, lit)
    }
    const ask = () => {
      if (asked === 0) asked = requestAnimationFrame(draw)
    }
    const stop = board.watch((sceneChanged) => {
      if (sceneChanged) mark()
      ask()
    })
    const stopLit = useLit.subscribe(ask)
    const mark = () => minimap.changed(reviewedPlaces(board.view.scene, board.standIn))
    const stopReview = useReview.subscribe(() => {
      mark()
      ask()
    })
    mark()
    const go = (event: PointerEvent) => {
      if (event.buttons !== 1) return
      const box = element.getBoundingClientRect()
      const at = minimap.toMap({ x: event.clientX - box.left, y: event.clientY - box.top })
      const { camera, size } = board.view
      if (!at) return
      const { zoom } = camera
      board.view.look({ x: at.x - size.width / zoom / 2, y: at.y - size.height / zoom / 2, zoom })
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
  }, [board])
  return <canvas ref={canvas} className={styles.overview} style={SIZE} aria-hidden />
}

function ZoomControl({ board }: { board: Board }) {
  const [zoomOut, zoomIn, fitAll] = useActions(['zoomOut', 'zoomIn', 'fitAll'])
  const percent = useSyncExternalStore(
    (changed) => board.watch(changed),
    () => Math.round(board.view.camera.zoom * 100),
  )
  if (!zoomOut || !zoomIn || !fitAll) return null
  return (
    <div className={styles.zoom}>
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
    </div>
  )
}
