/**
 * The mirror of the story: what is adopted, by id. Only a reading of the program writes to it, so it
 * can never show what was not kept. Listeners hear which nodes and links a reading touched.
 */

import type { LinkCard, MapSnapshot, NodeCard } from './types'

export interface MirrorDelta {
  whole: boolean
  nodes: Set<string>
  edges: Set<string>
}

export class Mirror {
  number = 0
  story: MapSnapshot['story'] = { id: '', title: '', start: null }
  kinds: MapSnapshot['kinds'] = {}
  readonly nodes = new Map<string, NodeCard>()
  readonly edges = new Map<string, LinkCard>()
  readonly #heard = new Set<(touched: MirrorDelta) => void>()

  /** Takes in a reading; one older than what is held is left out. */
  apply(reading: MapSnapshot): MirrorDelta {
    const touched: MirrorDelta = { whole: reading.whole, nodes: new Set(), edges: new Set() }
    if (!reading.whole && reading.number < this.number) return touched
    if (reading.whole) {
      this.nodes.clear()
      this.edges.clear()
    }
    this.number = reading.number
    this.story = reading.story
    this.kinds = reading.kinds
    for (const node of reading.nodes) {
      this.nodes.set(node.id, node)
      touched.nodes.add(node.id)
    }
    for (const edge of reading.edges) {
      this.edges.set(edge.id, edge)
      touched.edges.add(edge.id)
    }
    for (const id of reading.removed_nodes) if (this.nodes.delete(id)) touched.nodes.add(id)
    for (const id of reading.removed_edges) if (this.edges.delete(id)) touched.edges.add(id)
    for (const heard of this.#heard) heard(touched)
    return touched
  }

  /** Hears every reading until the returned function is called. */
  subscribe(heard: (touched: MirrorDelta) => void): () => void {
    this.#heard.add(heard)
    return () => this.#heard.delete(heard)
  }

  /** The links that leave a node, in their order. */
  edgesFrom(node: string): LinkCard[] {
    const found = [...this.edges.values()].filter((it) => it.from === node)
    return found.sort((a, b) => a.order - b.order)
  }

  /** The links that lead to a node. */
  edgesTo(node: string): LinkCard[] {
    return [...this.edges.values()].filter((it) => it.to === node)
  }
}
