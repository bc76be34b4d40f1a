/** The map: a framework-free renderer with its gestures. Knows geometry, but not stories. */

export { type Badge, type BadgeKind, badgeAt } from './badges'
export { type Camera, fitted, panned, type Size, visible } from './camera'
export type { Emphasis } from './drawContext'
export {
  between,
  bounds,
  type Curve,
  center,
  contains,
  endOf,
  grown,
  holds,
  intersects,
  type Point,
  pointOn,
  type Rect,
} from './geometry'
export { type GestureTarget, listen, type PointerIntent } from './gestures'
export { detailAt } from './levelOfDetail'
export { linkCurve } from './linkCurve'
export { MapView } from './mapView'
export { Minimap, type ReviewMark } from './minimap'
export type { CardMark, Overlay } from './overlay'
export { type CardShape, type LinkShape, type LinkStyle, type Scene, titleArea } from './scene'
export { isSameShape } from './sceneChanges'
export type { Theme } from './theme'
