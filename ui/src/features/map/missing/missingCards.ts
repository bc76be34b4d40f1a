/** The positions of missing cards that texts link to. Pure. */

import type { Point, Rect, Scene } from '../../../canvas'
import type { MissingTarget } from '../../../state'
import { freePosition } from '../scene/freePosition'
import { CARD_HEIGHT, CARD_WIDTH } from '../scene/sceneBuilder'

/** A card that is only named, at the place where it would be made. */
export interface MissingCard extends MissingTarget, Rect {
  /** The middle of the right side of the card whose text names it. */
  start: Point
}

/** So many are shown: a story with more of them is imported in part, and they would only be in the way. */
const MOST = 60
/** How far a card is from the one that leads to it. */
const AWAY = 100

/** One card for each title, right of the first that links to it, where nothing else stands. */
export function missingCards(
  targets: readonly MissingTarget[],
  scene: Scene,
  visibleNodeFor: (node: string) => string | undefined,
): MissingCard[] {
  const placed: MissingCard[] = []
  const titles = new Set<string>()
  for (const target of targets) {
    const title = target.title.toLowerCase()
    const source = scene.cards.get(visibleNodeFor(target.from) ?? '')
    if (!source || titles.has(title) || placed.length >= MOST) continue
    titles.add(title)
    const size = { width: CARD_WIDTH, height: CARD_HEIGHT }
    const wanted = { x: source.x + source.width + AWAY, y: source.y, ...size }
    const at = freePosition(
      wanted,
      (area) =>
        scene.cardsIn(area).some((it) => !it.isGroup) || placed.some((it) => overlaps(it, area)),
    )
    const start = { x: source.x + source.width, y: source.y + source.height / 2 }
    placed.push({ ...target, ...at, ...size, start })
  }
  return placed
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
