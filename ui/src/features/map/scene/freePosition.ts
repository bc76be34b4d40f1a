/** A position where a new card covers no other. Pure. */

import { grown, type Point, type Rect } from '../../../canvas'

/** How far apart cards stand at least, in map units. */
const APART = 24
/** So many rings around a place are looked at; where all is full, a card may as well lie on others. */
const RINGS = 12

/** The place nearest to the wanted one, below it before above and beside, in which nothing stands. */
export function freePosition(wanted: Rect, stands: (area: Rect) => boolean): Point {
  const [across, down] = [wanted.width + 2 * APART, wanted.height + 2 * APART]
  for (let ring = 0; ring <= RINGS; ring++) {
    for (const [column, row] of around(ring)) {
      const at = { ...wanted, x: wanted.x + column * across, y: wanted.y + row * down }
      if (!stands(grown(at, APART))) return { x: at.x, y: at.y }
    }
  }
  return wanted
}

/** The steps of a ring, the straight ones first, of these downward first. */
function around(ring: number): [number, number][] {
  if (ring === 0) return [[0, 0]]
  const steps: [number, number][] = []
  for (let off = -ring; off <= ring; off++) {
    steps.push([off, ring], [off, -ring])
    if (Math.abs(off) < ring) steps.push([ring, off], [-ring, off])
  }
  const far = ([x, y]: [number, number]) =>
    Math.hypot(x, y) * 10 + (y > 0 ? 0 : 1) + (x > 0 ? 0 : 1)
  return steps.sort((a, b) => far(a) - far(b))
}
