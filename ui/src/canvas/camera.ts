/** The map's camera: pure functions over an immutable value. */

import type { Point, Rect } from './geometry'

/** `x`, `y`: the map point at the view's top left corner; `zoom`: pixels a map unit. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** A view's size in CSS pixels. */
export interface Size {
  width: number
  height: number
}

export const MIN_ZOOM = 0.02
export const MAX_ZOOM = 3

export function toMap(camera: Camera, screen: Point): Point {
  return { x: camera.x + screen.x / camera.zoom, y: camera.y + screen.y / camera.zoom }
}

export function toScreen(camera: Camera, map: Point): Point {
  return { x: (map.x - camera.x) * camera.zoom, y: (map.y - camera.y) * camera.zoom }
}

/** The visible part of the map. */
export function visible(camera: Camera, size: Size): Rect {
  return {
    x: camera.x,
    y: camera.y,
    width: size.width / camera.zoom,
    height: size.height / camera.zoom,
  }
}

/** Pans the map by screen pixels. */
export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.zoom, y: camera.y - dy / camera.zoom }
}

/** Zooms by a factor around a screen point. */
export function zoomed(camera: Camera, factor: number, at: Point): Camera {
  const zoom = Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, camera.zoom * factor))
  const fixed = toMap(camera, at)
  return { x: fixed.x - at.x / zoom, y: fixed.y - at.y / zoom, zoom }
}

/**
 * Keeps a visible rectangle visible after a change of the view's size, moving as little as
 * possible.
 */
export function keptInView(
  camera: Camera,
  rect: Rect,
  { before, after }: { before: Size; after: Size },
  margin = 16,
): Camera {
  const at = toScreen(camera, rect)
  const [width, height] = [rect.width * camera.zoom, rect.height * camera.zoom]
  const within = (size: Size) =>
    at.x >= 0 && at.y >= 0 && at.x + width <= size.width && at.y + height <= size.height
  const fits = width + 2 * margin <= after.width && height + 2 * margin <= after.height
  if (!fits || !within(before) || within(after)) return camera
  const dx = Math.min(0, after.width - margin - (at.x + width))
  const dy = Math.min(0, after.height - margin - (at.y + height))
  return panned(camera, dx, dy)
}

/** Shows a complete rectangle, centered, with a zoom of at most `closest`. */
export function fitted(rect: Rect, size: Size, margin = 48, closest = 1): Camera {
  const width = Math.max(1, size.width - 2 * margin)
  const height = Math.max(1, size.height - 2 * margin)
  const wanted = Math.min(width / Math.max(1, rect.width), height / Math.max(1, rect.height))
  const zoom = Math.max(MIN_ZOOM, Math.min(closest, wanted))
  return {
    x: rect.x + rect.width / 2 - size.width / zoom / 2,
    y: rect.y + rect.height / 2 - size.height / zoom / 2,
    zoom,
  }
}

/** Between two cameras; zoom is interpolated by ratio, so that it looks even. */
export function interpolated(from: Camera, to: Camera, t: number, size: Size): Camera {
  const zoom = from.zoom * (to.zoom / from.zoom) ** t
  const a = { x: from.x + size.width / from.zoom / 2, y: from.y + size.height / from.zoom / 2 }
  const b = { x: to.x + size.width / to.zoom / 2, y: to.y + size.height / to.zoom / 2 }
  const x = a.x + (b.x - a.x) * t
  const y = a.y + (b.y - a.y) * t
  return { x: x - size.width / zoom / 2, y: y - size.height / zoom / 2, zoom }
}
