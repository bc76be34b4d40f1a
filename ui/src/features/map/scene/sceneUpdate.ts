/** Small changes of the story on the drawn map: what they touch is drawn again, nothing else. */

import { isSameShape, type MapView, type Rect } from '../../../canvas'
import { groupsAround, type Mirror, type MirrorDelta } from '../../../document'
import type { SceneBuilder } from './sceneBuilder'

/** What a change is drawn with. */
interface Drawn {
  view: MapView
  mirror: Mirror
  shaper: SceneBuilder
}

/** Draws again what a small change touches. */
export function updateScene({ view, mirror, shaper }: Drawn, touched: MirrorDelta): void {
  const { scene } = view
  const areas: Rect[] = []
  for (const id of touched.nodes) {
    const node = mirror.nodes.get(id)
    const shown = node && shaper.visibleNodeFor(id) === id
    areas.push(...(shown ? scene.setCard(shaper.card(node)) : scene.removeCard(id)))
    for (const around of groupsAround(mirror, id)) {
      const group = mirror.nodes.get(around)
      if (group && shaper.visibleNodeFor(around) === around)
        areas.push(...scene.setCard(shaper.card(group)))
    }
  }
  for (const id of touched.edges) {
    const edge = mirror.edges.get(id)
    const link = edge && shaper.link(edge)
    areas.push(...(link ? scene.setLink(link) : scene.removeLink(id)))
  }
  for (const { id } of scene.cards.values()) {
    // A group that a card has left keeps its frame, but says how many are still there.
    const group = mirror.nodes.get(id)
    const shown = scene.cards.get(id)
    if (group?.kind !== 'group' || !shown) continue
    const { footnote } = shaper.card(group)
    if (footnote !== shown.footnote) areas.push(...scene.setCard({ ...shown, footnote }))
  }
  view.changed(areas)
}

/** Draws cards again whose signs may be others now. */
export function updateMarks({ view, mirror, shaper }: Drawn, nodes: Iterable<string>): void {
  const { scene } = view
  const areas: Rect[] = []
  for (const id of new Set(nodes)) {
    const node = mirror.nodes.get(id)
    const shown = scene.cards.get(id)
    if (!node || !shown) continue
    const card = shaper.card(node)
    if (!isSameShape(shown, card)) areas.push(...scene.setCard(card))
  }
  if (areas.length > 0) view.changed(areas)
}
