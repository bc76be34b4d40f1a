/** The initial view of a story's map: where the writer was when it was last open. */

import {
  type Camera,
  center,
  detailAt,
  fitted,
  type MapView,
  type Point,
  panned,
  type Size,
} from '../../../canvas'

/** The zoom at which text is read: for a node gone to, and for the beginning of a large story. */
export const READING_ZOOM = 0.6

/** A story of so many cards at most is shown whole, where its titles can be read so. */
const SMALL = 40
const TITLES_READ_FROM = 0.34

const key = (story: string) => `storyteller-map-${story}`

const waiting = new Map<string, Camera>()

/** Remembers a camera soon; the last of a burst is written. */
export function saveCamera(story: string, camera: Camera): void {
  const first = waiting.size === 0
  waiting.set(story, camera)
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

function savedCamera(story: string): Camera | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key(story)) ?? 'null') as Partial<Camera> | null
    const numbers = [kept?.x, kept?.y, kept?.zoom]
    return numbers.every((it) => Number.isFinite(it)) ? (kept as Camera) : undefined
  } catch {
    return undefined
  }
}

/** The camera that has a point of the map in the middle of what is seen. */
export function centered(at: Point, zoom: number, size: Size): Camera {
  return { x: at.x - size.width / zoom / 2, y: at.y - size.height / zoom / 2, zoom }
}

function isWhole({ scene }: MapView, zoom: number): boolean {
  return detailAt(zoom) === 'full' || (scene.cards.size <= SMALL && zoom >= TITLES_READ_FROM)
}

/** Shows where the writer was; else the whole map; else its beginning, near enough to read. */
export function showFirstView(view: MapView, story: { id: string; start: string | null }): void {
  const saved = savedCamera(story.id)
  const extent = view.scene.extent()
  const start = story.start && view.scene.cards.get(story.start)
  const { size } = view
  if (saved) view.look(saved)
  else if (!extent) return
  else if (!start || isWhole(view, fitted(extent, size).zoom)) view.fit(extent)
  // Stories go on to the right: the beginning stands a quarter of the way from the left.
  else view.look(panned(centered(center(start), READING_ZOOM, size), -size.width / 4, 0))
}
