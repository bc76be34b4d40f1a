/** Missing scenes that texts link to: outlined on the map, created with a click. */

import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSelection, useSession } from '../../../document'
import { openPage, reportError, useFindings } from '../../../state'
import { useTranslation } from '../../../text'
import type { MapController } from '../scene/mapController'
import styles from './MissingCards.module.css'
import { type MissingCard, missingCards } from './missingCards'

/** Farther out their titles cannot be read. */
const SHOWN_FROM = 0.22

export function MissingCards({ controller }: { controller: MapController }) {
  const { t } = useTranslation()
  const session = useSession()
  const layer = useRef<HTMLDivElement>(null)
  const cards = useMissingCards(controller)
  const any = cards.length > 0

  useEffect(() => {
    if (!any) return
    // The layer moves as a whole, in the frame in which the map does.
    const place = () => {
      const { x, y, zoom } = controller.view.camera
      const style = layer.current?.style
      if (!style) return
      style.transform = `scale(${zoom}) translate(${-x}px, ${-y}px)`
      style.visibility = zoom < SHOWN_FROM ? 'hidden' : 'visible'
    }
    place()
    return controller.watch(place)
  }, [controller, any])

  if (!any) return null
  const make = async ({ title, from, label, x, y }: MissingCard) => {
    const made = await session.data('create_node', {
      title,
      after: from,
      ...(label ? { label } : {}),
      x: Math.round(x),
      y: Math.round(y),
    })
    await session.refresh()
    useSelection.getState().select([made.node.id])
    openPage(made.node.id)
  }
  return createPortal(
    <div className={styles.clip}>
      <div ref={layer} className={styles.layer}>
        <svg className={styles.lines} aria-hidden="true">
          {cards.map((it) => (
            <path key={it.title} d={lineTo(it)} />
          ))}
        </svg>
        {cards.map((it) => (
          <button
            key={it.title}
            type="button"
            className={styles.card}
            style={{ left: it.x, top: it.y, width: it.width, height: it.height }}
            // This is no press on the map.
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => void make(it).catch(reportError)}
          >
            <strong>{it.title}</strong>
            <span>{t('map-missing-make')}</span>
          </button>
        ))}
      </div>
    </div>,
    controller.view.host,
  )
}

function lineTo({ start, x, y, height }: MissingCard): string {
  const end = { x, y: y + height / 2 }
  const reach = Math.max(40, (end.x - start.x) / 2)
  return `M${start.x} ${start.y}C${start.x + reach} ${start.y} ${end.x - reach} ${end.y} ${end.x} ${end.y}`
}

/** Placed again when the check found others, or when cards moved. */
function useMissingCards(controller: MapController): MissingCard[] {
  const missing = useFindings((it) => it.missing)
  const [cards, setCards] = useState<MissingCard[]>([])
  useEffect(() => {
    const look = () =>
      setCards(missingCards(missing, controller.view.scene, controller.visibleNodeFor))
    look()
    if (missing.length === 0) return
    return controller.watch((sceneChanged) => sceneChanged && look())
  }, [controller, missing])
  return cards
}
