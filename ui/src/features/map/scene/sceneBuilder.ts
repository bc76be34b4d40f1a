/**
 * Builds the scene from the story: sizes, footnotes, frames of groups, what a folded group hides.
 */

import { bounds, type CardShape, type LinkShape, type Rect } from '../../../canvas'
import {
  collapsedBranches,
  type LinkCard,
  type Mirror,
  type NodeCard,
  statusColor,
  tagColor,
  useNodeTags,
} from '../../../document'
import { linksToText } from '../../../notation'
import { useCollapsed } from '../../../state'
import { badgesOf } from './badges'
import { heatColor, heatScale, heatSteps } from './heat'

export const CARD_WIDTH = 236
export const CARD_HEIGHT = 132
/** How far right of its source a new card is put. */
export const CARD_GAP = 104
const GROUP_PAD = 24
const GROUP_TOP = 56
/** Frames within frames are followed so far; a damaged story may have a circle. */
const MAX_DEPTH = 24

/** The words of the map in the writer's language, and where pictures are found. */
export interface CardTexts {
  words(count: number): string
  /** A status as the window spells it. */
  status(status: string): string
  /** What a closed group says of what it holds. */
  holds(count: number): string
  /** What a card says of the branch that is collapsed behind it. */
  hides(count: number): string
  assetUrl(hash: string): string
}

export class SceneBuilder {
  readonly #mirror: Mirror
  readonly #cardTexts: CardTexts
  /** The group whose inside is shown. */
  readonly #root: string | undefined
  #held: Map<string, NodeCard[]> | undefined
  #heat: readonly number[] | undefined
  #collapsed: ReturnType<typeof collapsedBranches> | undefined

  constructor(mirror: Mirror, cardTexts: CardTexts, root?: string) {
    this.#mirror = mirror
    this.#cardTexts = cardTexts
    this.#root = root
  }

  cards(): CardShape[] {
    this.forget()
    const shown = [...this.#mirror.nodes.values()].filter(
      (it) => this.visibleNodeFor(it.id) === it.id,
    )
    return shown.map((it) => this.card(it))
  }

  links(): LinkShape[] {
    return [...this.#mirror.edges.values()]
      .map((it) => this.link(it))
      .filter((it) => it !== undefined)
  }

  card(node: NodeCard): CardShape {
    const isGroup = node.kind === 'group' && !node.collapsed
    const badges = badgesOf(node, this.#mirror.story.start)
    const tags = (useNodeTags.getState().tags.get(node.id) ?? []).map((text) => ({
      text,
      color: tagColor(text),
    }))
    const status = useNodeTags.getState().status.get(node.id)
    const size = isGroup ? this.#frame(node) : cardSize(node)
    const scale = node.kind !== 'group' && heatScale(this.#mirror, () => this.#steps)
    const heat = scale ? heatColor(node, scale) : undefined
    const tint = scale ? heat : status && statusColor(status)
    return {
      id: node.id,
      title: node.title,
      excerpt: asWords(node.excerpt),
      kind: node.kind,
      ...size,
      // Two colors on one card could not be distinguished.
      ...(node.color && !scale ? { color: node.color } : {}),
      ...(node.image ? { picture: this.#cardTexts.assetUrl(node.image) } : {}),
      footnote: this.#footnote(node, status),
      ...(tags.length > 0 ? { tags } : {}),
      ...(tint ? { tint } : {}),
      ...(heat ? { isTintStrong: true } : {}),
      ...(badges.length > 0 ? { badges } : {}),
      isGroup,
    }
  }

  /**
   * Where a node goes when its card is put somewhere. A frame that has grown around what it holds
   * begins elsewhere than the group does, and both go equally far.
   */
  home(card: Rect & { id: string }): { node: string; x: number; y: number } {
    const { id, x, y } = card
    const node = this.#mirror.nodes.get(id)
    if (node?.kind !== 'group' || node.collapsed) return { node: id, x, y }
    const drawn = this.#frame(node)
    return { node: id, x: node.x + x - drawn.x, y: node.y + y - drawn.y }
  }

  /** Forgets which group holds what, after the story changed. */
  forget(): void {
    this.#held = undefined
    this.#collapsed = undefined
    this.#heat = undefined
  }

  get #steps(): readonly number[] {
    this.#heat ??= heatSteps(this.#mirror)
    return this.#heat
  }

  /** What collapsed branches hide. */
  get branches(): ReturnType<typeof collapsedBranches> {
    this.#collapsed ??= collapsedBranches(this.#mirror, useCollapsed.getState().nodes)
    return this.#collapsed
  }

  /** A link between what stands for its ends; none if a closed group hides it whole. */
  link(edge: LinkCard): LinkShape | undefined {
    const from = this.visibleNodeFor(edge.from)
    const to = this.visibleNodeFor(edge.to)
    if (!from || !to || (from === to && edge.from !== edge.to)) return undefined
    const look = edge.includes ? 'part' : edge.dynamic ? 'dynamic' : undefined
    return {
      id: edge.id,
      from,
      to,
      label: edge.label,
      ...(look ? { look } : {}),
      ...(edge.condition || edge.once ? { conditional: true } : {}),
    }
  }

  /** The node that is drawn for a node: itself, or the outermost closed group around it. */
  visibleNodeFor(id: string): string | undefined {
    if (this.branches.hidden.has(id)) return undefined
    let standing: string | undefined = id
    const seen = new Set<string>()
    for (let at = this.#mirror.nodes.get(id)?.parent; at && !seen.has(at); ) {
      // What is around the shown group does not matter, though it may be closed.
      if (at === this.#root) return standing
      seen.add(at)
      const group = this.#mirror.nodes.get(at)
      if (group?.collapsed) standing = at
      at = group?.parent
    }
    return this.#root === undefined ? standing : undefined
  }

  #footnote(node: NodeCard, status: string | undefined): string {
    if (node.kind === 'group') return this.#groupNote(node.id)
    const words = node.words > 0 ? this.#cardTexts.words(node.words) : ''
    const behind = this.branches.behind.get(node.id)
    const hides = behind && this.#cardTexts.hides(behind)
    return [hides, status && this.#cardTexts.status(status), words].filter(Boolean).join(' · ')
  }

  /** How many cards a group and those in it hold, and how many words are in them. */
  #groupNote(group: string): string {
    const { cards, words } = this.#sumOf(group)
    const { holds, words: wordsOf } = this.#cardTexts
    return [holds(cards), words > 0 && wordsOf(words)].filter(Boolean).join(' · ')
  }

  #sumOf(group: string, depth = 0): { cards: number; words: number } {
    const sum = { cards: 0, words: 0 }
    for (const { id, kind, words } of this.#heldBy(group)) {
      if (kind !== 'group') sum.cards += 1
      sum.words += words
      if (kind !== 'group' || depth > MAX_DEPTH) continue
      const inner = this.#sumOf(id, depth + 1)
      sum.cards += inner.cards
      sum.words += inner.words
    }
    return sum
  }

  #frame(group: NodeCard, depth = 0): Rect {
    const { x, y, width, height } = group
    const own = width && height ? { x, y, width, height } : undefined
    const shown = this.#heldBy(group.id).filter((it) => !this.branches.hidden.has(it.id))
    const held = shown.map((it) =>
      it.kind === 'group' && !it.collapsed ? this.#frame(it, depth + 1) : cardSize(it),
    )
    const around = depth > MAX_DEPTH ? undefined : bounds(held)
    if (!around) return own ?? { x, y, width: CARD_WIDTH * 2, height: CARD_HEIGHT * 2 }
    const wanted = {
      x: around.x - GROUP_PAD,
      y: around.y - GROUP_TOP,
      width: around.width + 2 * GROUP_PAD,
      height: around.height + GROUP_PAD + GROUP_TOP,
    }
    // A frame drawn larger stays so; one that has become too small grows around what it holds.
    return own ? (bounds([own, wanted]) ?? wanted) : wanted
  }

  #heldBy(group: string): NodeCard[] {
    if (!this.#held) {
      this.#held = new Map()
      for (const node of this.#mirror.nodes.values()) {
        if (node.parent === undefined) continue
        const same = this.#held.get(node.parent)
        if (same) same.push(node)
        else this.#held.set(node.parent, [node])
      }
    }
    return this.#held.get(group) ?? []
  }
}

/** The place of a card and its size, a closed group's included. */
export function cardSize(node: NodeCard): Rect {
  const width = node.kind === 'group' ? CARD_WIDTH : (node.width ?? CARD_WIDTH)
  const height = node.kind === 'group' ? CARD_HEIGHT : (node.height ?? CARD_HEIGHT)
  return { x: node.x, y: node.y, width, height }
}

/** An excerpt with its links as their words; those at its end are the choices, which the map shows. */
function asWords(excerpt: string): string {
  if (!excerpt.includes('[[')) return excerpt
  return linksToText(excerpt.replace(/(\s*\[\[[^\]]*(\]\]|$))+…?$/, ''))
}
