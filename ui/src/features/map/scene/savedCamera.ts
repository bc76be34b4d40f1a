/** The initial view of a story's map: where the writer was when it was last open; else the whole of it, or its beginning. */

import {
  type Camera,
  center,
  detailAt,
  type MapView,
  type Point,
  panned,
  type Rect,
  type Size,
} from '../../../canvas'
import { clearFit, clearPan, frameOf } from './clearView'

/** The zoom at which text is read: for a node gone to, and for the beginning of a large story. */
export const READING_ZOOM = 0.6

/** A story of so many cards at most is shown whole, where its titles can be read so. */
const SMALL = 40
const TITLES_READ_FROM = 0.34

/** From the first and last cards to the border of the initial view, in CSS pixels. */
const MARGIN = 80

const key = (story: string) => `storyteller-map-${story}`

/** A camera, and the size of the view in which it was used: those saved earlier have none. */
type SavedCamera = Camera & Partial<Size>

const waiting = new Map<string, SavedCamera>()

/** Remembers the camera of a view soon; the last of a burst is written. */
export function saveCamera(story: string, camera: Camera, { width, height }: Size): void {
  const first = waiting.size === 0
  waiting.set(story, { ...camera, width, height })
  if (first) setTimeout(write, 400)
}

function write(): void {
  try {
    for (const [story, camera] of waiting) localStorage.setItem(key(story), JSON.stringify(camera))
  } catch {
    // A window that may keep nothing, or is gone by now, opens on the whole map the next time.
  }
  waiting.clear()
}

export function savedCamera(story: string): SavedCamera | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key(story)) ?? 'null') as Partial<Camera> | null
    const numbers = [kept?.x, kept?.y, kept?.zoom]
    return numbers.every((it) => Number.isFinite(it)) ? (kept as SavedCamera) : undefined
  } catch {
    return undefined
  }
}

/** The saved camera in a view of another size: what was in the middle is there again. */
function restored({ x, y, zoom, width, height }: SavedCamera, size: Size): Camera {
  const isKnown = width && height && size.width && size.height
  return isKnown
    ? centered({ x: x + width / zoom / 2, y: y + height / zoom / 2 }, zoom, size)
    : { x, y, zoom }
}

/** Moves a view up or down so that no more than a margin of it is above or below the whole map. */
function withoutVoid(camera: Camera, extent: Rect, size: Size): Camera {
  const margin = MARGIN / camera.zoom
  const top = extent.y - margin
  const bottom = extent.y + extent.height + margin - size.height / camera.zoom
  const y = bottom < top ? (top + bottom) / 2 : Math.min(Math.max(camera.y, top), bottom)
  return { ...camera, y }
}

/** The camera that has a point of the map in the middle of what is seen. */
export function centered(at: Point, zoom: number, size: Size): Camera {
  return { x: at.x - size.width / zoom / 2, y: at.y - size.height / zoom / 2, zoom }
}

function isWhole({ scene }: MapView, zoom: number): boolean {
  return detailAt(zoom) === 'full' || (scene.cards.size <= SMALL && zoom >= TITLES_READ_FROM)
}

/**
 * Where the writer was; else the whole map or, where its titles could not be read then, its beginning,
 * near enough to read.
 */
export function firstView(
  view: MapView,
  start: string | null,
  saved: SavedCamera | undefined,
): Camera | undefined {
  if (saved) return restored(saved, view.size)
  const extent = view.scene.extent()
  if (!extent) return undefined
  const frame = frameOf(view)
  const whole = clearFit(extent, frame)
  const first = view.scene.cards.get(start ?? '')
  if (!first || isWhole(view, whole.zoom)) return whole
  // Stories go on to the right: the beginning stands a quarter of the way from the left.
  const { size } = view
  const beginning = panned(centered(center(first), READING_ZOOM, size), -size.width / 4, 0)
  return clearPan(withoutVoid(beginning, extent, size), first, frame)
}
