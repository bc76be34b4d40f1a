/** The corner of the map in which a panel covers the least of a link. */

import { type MapView, pointOn } from '../../../canvas'

const CORNERS = ['top-right', 'bottom-left', 'top-left'] as const

export type Corner = (typeof CORNERS)[number]

/** So much of a corner the panel takes, with its margin, in CSS pixels. */
const PANEL = { width: 350, height: 270 }
/** At so many points along a link it is looked whether it is hidden. */
const POINTS = 20

/** The first of the corners in which the fewest points of a link lie. */
export function clearCorner(view: MapView, link: string): Corner {
  const curve = view.scene.curve(link)
  if (!curve) return CORNERS[0]
  const { width, height } = view.size
  const points = Array.from({ length: POINTS + 1 }, (_, at) =>
    view.toScreen(pointOn(curve, at / POINTS)),
  )
  const hidden = (corner: Corner) =>
    points.filter(({ x, y }) => {
      const isAcross = corner.endsWith('right') ? x > width - PANEL.width : x < PANEL.width
      const isDown = corner.startsWith('top') ? y < PANEL.height : y > height - PANEL.height
      return isAcross && isDown
    }).length
  return CORNERS.reduce((best, it) => (hidden(it) < hidden(best) ? it : best))
}
