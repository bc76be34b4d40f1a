/** From the story to what the map draws: sizes, footnotes, frames of groups, what a closed group hides. */

import { bounds, type CardShape, type LinkShape, type Rect } from '../../canvas'
import type { LinkCard, Mirror, NodeCard } from '../../document'

export const CARD_WIDTH = 236
export const CARD_HEIGHT = 132
const PICTURED_HEIGHT = 196
const GROUP_PAD = 24
const GROUP_TOP = 56

/** The words of the map in the writer's language, and where pictures are found. */
export interface Wording {
  words(count: number): string
  start: string
  assetUrl(hash: string): string
}

export class Shaper {
  readonly #mirror: Mirror
  readonly #wording: Wording

  constructor(mirror: Mirror, wording: Wording) {
    this.#mirror = mirror
    this.#wording = wording
  }

  cards(): CardShape[] {
    const shown = [...this.#mirror.nodes.values()].filter((it) => this.standIn(it.id) === it.id)
    return shown.map((it) => this.card(it))
  }

  links(): LinkShape[] {
    return [...this.#mirror.edges.values()]
      .map((it) => this.link(it))
      .filter((it) => it !== undefined)
  }

  card(node: NodeCard): CardShape {
    const isGroup = node.kind === 'group' && !node.collapsed
    const size = isGroup ? this.#frame(node) : cardSize(node)
    return {
      id: node.id,
      title: node.title,
      excerpt: node.excerpt,
      kind: node.kind,
      ...size,
      ...(node.color ? { color: node.color } : {}),
      ...(node.image ? { picture: this.#wording.assetUrl(node.image) } : {}),
      footnote: this.#footnote(node),
      isGroup,
    }
  }

  /** A link between what stands for its ends; none where a closed group hides it whole. */
  link(edge: LinkCard): LinkShape | undefined {
    const from = this.standIn(edge.from)
    const to = this.standIn(edge.to)
    if (from === to && edge.from !== edge.to) return undefined
    return { id: edge.id, from, to, label: edge.label }
  }

  /** The node that is drawn for a node: itself, or the outermost closed group around it. */
  standIn(id: string): string {
    let standing = id
    const seen = new Set<string>()
    for (let at = this.#mirror.nodes.get(id)?.parent; at && !seen.has(at); ) {
      seen.add(at)
      const group = this.#mirror.nodes.get(at)
      if (group?.collapsed) standing = at
      at = group?.parent
    }
    return standing
  }

  #footnote(node: NodeCard): string {
    const words = node.words > 0 ? this.#wording.words(node.words) : ''
    const start = this.#mirror.story.start === node.id ? this.#wording.start : ''
    return [start, words].filter(Boolean).join(' · ')
  }

  #frame(group: NodeCard): Rect {
    const { x, y, width, height } = group
    if (width && height) return { x, y, width, height }
    const held = [...this.#mirror.nodes.values()].filter((it) => it.parent === group.id)
    const around = bounds(held.map(cardSize))
    if (!around) return { x, y, width: CARD_WIDTH * 2, height: CARD_HEIGHT * 2 }
    return {
      x: around.x - GROUP_PAD,
      y: around.y - GROUP_TOP,
      width: around.width + 2 * GROUP_PAD,
      height: around.height + GROUP_PAD + GROUP_TOP,
    }
  }
}

function cardSize(node: NodeCard): Rect {
  const width = node.kind === 'group' ? CARD_WIDTH : (node.width ?? CARD_WIDTH)
  const plain = node.image ? PICTURED_HEIGHT : CARD_HEIGHT
  const height = node.kind === 'group' ? CARD_HEIGHT : (node.height ?? plain)
  return { x: node.x, y: node.y, width, height }
}
