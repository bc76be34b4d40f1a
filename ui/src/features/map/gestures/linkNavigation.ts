/** Keyboard navigation along links and groups rather than between cards. */

import { endOf, type Point, pointOn, type Scene } from '../../../canvas'
import { type Mirror, useSelection } from '../../../document'
import { type Direction, stepOf } from './neighbor'

/** The links of a card as a reader of it meets them: those that leave it, then those that lead to it. */
function linksAt(mirror: Mirror, scene: Scene, node: string): string[] {
  const all = [...mirror.edgesFrom(node), ...mirror.edgesTo(node)].map((it) => it.id)
  return [...new Set(all)].filter((it) => scene.curve(it) !== undefined)
}

/** Steps from link to link around the card that the first step was taken from. */
export class LinkNavigator {
  #around: string | undefined

  /** Selects the next link; returns it, or nothing if there is none. */
  step(mirror: Mirror, scene: Scene, by: 1 | -1): string | undefined {
    const { focused, edge, selectEdge } = useSelection.getState()
    const here = edge === undefined ? undefined : mirror.edges.get(edge)
    const isKnown = here && (here.from === this.#around || here.to === this.#around)
    this.#around = focused ?? (isKnown ? this.#around : here?.from)
    if (this.#around === undefined) return undefined
    const links = linksAt(mirror, scene, this.#around)
    const at = edge === undefined ? (by > 0 ? -1 : links.length) : links.indexOf(edge)
    const next = links[(at + by + links.length) % links.length]
    if (next !== undefined) selectEdge(next)
    return next
  }

  /** The card to go back to from a selected link. */
  back(mirror: Mirror): string | undefined {
    const { edge } = useSelection.getState()
    const link = edge === undefined ? undefined : mirror.edges.get(edge)
    if (!link) return undefined
    return link.to === this.#around ? link.to : link.from
  }
}

/** The end of a link that is in a direction from its middle. */
export function linkEndInDirection(
  scene: Scene,
  link: string,
  direction: Direction,
): string | undefined {
  const shape = scene.links.get(link)
  const curve = scene.curve(link)
  if (!shape || !curve) return undefined
  const middle = pointOn(curve, 0.5)
  const step = stepOf(direction)
  const ahead = (at: Point) => (at.x - middle.x) * step.x + (at.y - middle.y) * step.y
  return ahead(endOf(curve)) >= ahead(curve[0]) ? shape.to : shape.from
}

/** The group around a node; from an outermost group the first card in it. */
export function enclosingOrFirstChild(mirror: Mirror, node: string): string | undefined {
  const here = mirror.nodes.get(node)
  if (here?.parent !== undefined && mirror.nodes.has(here.parent)) return here.parent
  if (here?.kind !== 'group') return undefined
  const held = [...mirror.nodes.values()].filter((it) => it.parent === node)
  return held.sort((a, b) => a.x - b.x || a.y - b.y)[0]?.id
}
