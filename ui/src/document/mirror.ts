/**
 * The mirror of the story: what is adopted, by id. Only data read from the program is written to
 * it, so it never shows unsaved state. Listeners are told which nodes and links changed.
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
  readonly #listeners = new Set<(touched: MirrorDelta) => void>()

  /** Merges a snapshot; one older than the current state is ignored. */
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
    for (const listener of this.#listeners) listener(touched)
    return touched
  }

  /** Calls the listener on every update until the returned function is called. */
  subscribe(listener: (touched: MirrorDelta) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The outgoing links of a node, in order. */
  edgesFrom(node: string): LinkCard[] {
    const found = [...this.edges.values()].filter((it) => it.from === node)
    return found.sort((a, b) => a.order - b.order)
  }

  /** The incoming links of a node. */
  edgesTo(node: string): LinkCard[] {
    return [...this.edges.values()].filter((it) => it.to === node)
  }
}
