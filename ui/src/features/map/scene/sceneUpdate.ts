/** Small changes of the story on the drawn map: what they touch is drawn again, nothing else. */

import { isSameShape, type MapView, type Rect } from '../../../canvas'
import type { Mirror, MirrorDelta } from '../../../document'
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
    const group = node?.parent === undefined ? undefined : mirror.nodes.get(node.parent)
    const framed = group && !group.collapsed && shaper.visibleNodeFor(group.id) === group.id
    if (framed) areas.push(...scene.setCard(shaper.card(group)))
  }
  for (const id of touched.edges) {
    const edge = mirror.edges.get(id)
    const link = edge && shaper.link(edge)
    areas.push(...(link ? scene.setLink(link) : scene.removeLink(id)))
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
