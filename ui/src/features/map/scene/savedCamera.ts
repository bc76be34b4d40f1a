/** Where the writer was on a story's map, so that opening it again leads back there. */

import type { Camera, Point, Size } from '../../../canvas'

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

export function savedCamera(story: string): Camera | undefined {
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
