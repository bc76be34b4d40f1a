/**
 * Views in which the bars in the map's corners cover no card. Pure but for measuring the bars; in CSS
 * pixels of the view, unless said otherwise.
 */

import {
  type Camera,
  type CardShape,
  fitted,
  grown,
  holds,
  intersects,
  type MapView,
  type Point,
  panned,
  type Rect,
  type Size,
  titleArea,
} from '../../../canvas'

/** What marks the bars over the map. */
const BARS = '[data-map-bar]'
/** From a card to a bar, and to the border of a view as small as this allows. */
const GAP = 12
/** From the border to what is shown whole: this share of a small view, so much at most. */
const MARGIN = { share: 0.08, most: 48 }
/** The title of a group stands above its frame, not higher than this. */
const TITLE_REACH = 40
/** How far a view is moved to uncover cards, and in which steps. */
const REACH = 200
const STEP = 20

/** What is looked at: the cards of an area of the map, the view's size, and the bars over it. */
export interface Frame {
  size: Size
  bars: readonly Rect[]
  cardsIn: (area: Rect) => readonly CardShape[]
}

/** The frame of a view as its bars lie now. */
export function frameOf({ host, scene, size }: MapView): Frame {
  const { left, top } = host.getBoundingClientRect()
  const bars = [...(host.parentElement?.querySelectorAll(BARS) ?? [])]
    .map((it) => it.getBoundingClientRect())
    .filter((it) => it.width > 0 && it.height > 0)
    .map(({ x, y, width, height }) => ({ x: x - left, y: y - top, width, height }))
  return { size, bars, cardsIn: (area) => scene.cardsIn(area) }
}

/** Whether a bar lies over a part of the map. */
export function isUnderBar(area: Rect, camera: Camera, { bars }: Frame): boolean {
  return bars.some((bar) => intersects(onMap(bar, camera), area))
}

/** Shows a complete part of the map, as near as possible with none of its cards under a bar. */
export function clearFit(part: Rect, frame: Frame): Camera {
  const { width, height } = frame.size
  const margin = Math.min(MARGIN.most, MARGIN.share * Math.min(width, height))
  const border = { left: margin, top: margin, right: margin, bottom: margin }
  const cameras = insets(border, frame).map((it) => fitBetween(part, frame.size, it))
  // A stable sort: of equally near views, the one that leaves the least free.
  cameras.sort((a, b) => b.zoom - a.zoom)
  const isClear = (it: Camera) => coveredCards(it, frame).every((card) => !intersects(card, part))
  return cameras.find(isClear) ?? fitBetween(part, frame.size, border)
}

/**
 * Moves a view as little as needed to have no card under a bar, and a given card wholly in sight; if it
 * can be, with no row of cards cut off above or below.
 */
export function clearPan(camera: Camera, card: Rect, frame: Frame): Camera {
  const sight = { x: 0, y: 0, ...frame.size }
  const offsets: Point[] = []
  for (let x = -REACH; x <= REACH; x += STEP) {
    for (let y = -REACH; y <= REACH; y += STEP) offsets.push({ x, y })
  }
  offsets.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
  const clear = offsets
    .map(({ x, y }) => panned(camera, x, y))
    .filter((it) => holds(onMap(sight, it), card) && coveredCards(it, frame).length === 0)
  return clear.find((it) => !cutsRow(it, frame)) ?? clear[0] ?? camera
}

/** Whether the upper or lower border of the view runs through a card. */
function cutsRow(camera: Camera, { size, cardsIn }: Frame): boolean {
  const borders = [0, size.height].map((y) => ({ x: 0, y, width: size.width, height: 0 }))
  return borders.some((it) => cardsIn(onMap(it, camera)).some((card) => !card.isGroup))
}

interface Insets {
  left: number
  top: number
  right: number
  bottom: number
}

/** Every way to leave room for the bars: each beside it, above or below it, or not at all. */
function insets(border: Insets, { size, bars }: Frame): Insets[] {
  let ways = [border]
  for (const { x, y, width, height } of bars) {
    const across =
      x + width / 2 < size.width / 2 ? { left: x + width + GAP } : { right: size.width - x + GAP }
    const down =
      y + height / 2 < size.height / 2
        ? { top: y + height + GAP }
        : { bottom: size.height - y + GAP }
    ways = ways.flatMap((it) => [it, widened(it, across), widened(it, down)])
  }
  return ways
}

function widened(old: Insets, by: Partial<Insets>): Insets {
  const most = (side: keyof Insets) => Math.max(old[side], by[side] ?? 0)
  return { left: most('left'), top: most('top'), right: most('right'), bottom: most('bottom') }
}

function fitBetween(part: Rect, size: Size, { left, top, right, bottom }: Insets): Camera {
  const free = { width: size.width - left - right, height: size.height - top - bottom }
  const { x, y, zoom } = fitted(part, free, 0)
  return { x: x - left / zoom, y: y - top / zoom, zoom }
}

/** The cards of which a bar covers something, and the groups of which it covers the title. */
function coveredCards(camera: Camera, { bars, cardsIn }: Frame): CardShape[] {
  const reach = TITLE_REACH / camera.zoom
  return bars.flatMap((bar) => {
    const area = onMap(bar, camera)
    const read = (it: CardShape) => (it.isGroup ? titleArea(it, camera.zoom) : it)
    return cardsIn(grown(area, reach)).filter((it) => intersects(area, read(it)))
  })
}

function onMap({ x, y, width, height }: Rect, camera: Camera): Rect {
  const { zoom } = camera
  return {
    x: camera.x + x / zoom,
    y: camera.y + y / zoom,
    width: width / zoom,
    height: height / zoom,
  }
}
