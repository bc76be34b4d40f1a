/**
 * The attributes of all nodes, read once for all subscribers and kept in sync: only changed nodes
 * are read again.
 */

import type { MirrorDelta } from './mirror'
import type { Session } from './session'

/** One attribute. */
export interface Attribute {
  k: string
  v: string
}

/** The attributes of each node that has some, in the writer's order. */
export type AttributesByNode = ReadonlyMap<string, readonly Attribute[]>

const ALL = 1_000_000
/** Where more than this was touched at once, one reading of all is less work. */
const FEW = 24

const readers = new WeakMap<Session, AttributeReader>()

/** Hears of the attributes by node, now and whenever they changed, until the returned function is called. */
export function watchAttributes(
  session: Session,
  listener: (held: AttributesByNode) => void,
): () => void {
  let reader = readers.get(session)
  if (!reader) {
    reader = new AttributeReader(session, () => readers.delete(session))
    readers.set(session, reader)
  }
  return reader.add(listener)
}

/** Reads for all who watch one story; ends with the last of them. */
class AttributeReader {
  readonly #session: Session
  readonly #ended: () => void
  readonly #listeners = new Set<(held: AttributesByNode) => void>()
  readonly #held = new Map<string, Attribute[]>()
  readonly #stop: () => void
  #isReading = false
  #isRead = false
  /** What was touched and not read yet; `whole` where that is everything. */
  #waiting = new Set<string>()
  #whole = true

  constructor(session: Session, ended: () => void) {
    this.#session = session
    this.#ended = ended
    this.#stop = session.mirror.subscribe((touched) => this.#take(touched))
    void this.#read()
  }

  add(listener: (held: AttributesByNode) => void): () => void {
    this.#listeners.add(listener)
    if (this.#isRead) queueMicrotask(() => this.#listeners.has(listener) && listener(this.#held))
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stop()
      this.#ended()
    }
  }

  #take(touched: MirrorDelta): void {
    if (touched.whole || touched.nodes.size > FEW) this.#whole = true
    else for (const id of touched.nodes) this.#waiting.add(id)
    void this.#read()
  }

  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    while (this.#whole || this.#waiting.size > 0) {
      const touched = this.#whole ? undefined : this.#waiting
      this.#whole = false
      this.#waiting = new Set()
      const done = await this.#readAnew(touched).catch(() => false)
      if (this.#listeners.size === 0) break
      this.#isRead ||= done
      if (this.#isRead) for (const listener of [...this.#listeners]) listener(this.#held)
    }
    this.#isReading = false
  }

  /** Reads the attributes of some nodes, or of all; whether anything may differ. */
  async #readAnew(touched: ReadonlySet<string> | undefined): Promise<boolean> {
    const session = this.#session
    const held = this.#held
    if (!touched) {
      const { nodes } = await session.data('list_attributes', { limit: ALL })
      held.clear()
      for (const it of nodes) held.set(it.id, it.items)
      return true
    }
    for (const id of touched) {
      const carries = session.mirror.nodes.get(id)?.capabilities.includes('kv')
      if (!carries) held.delete(id)
      else {
        const read = await session.data('read_node_kv', { node: id })
        held.set(id, read.items ?? [])
      }
    }
    return true
  }
}
