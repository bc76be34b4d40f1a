/** The attributes of all nodes, read once and kept in step: of those touched since, each is read anew. */

import type { MirrorDelta, Session } from '../../document'
import type { Pair } from './AttributeRow'

const ALL = 1_000_000
/** Where more than this was touched at once, one reading of all is less work. */
const FEW = 24

/** Hears of the attributes by node, now and whenever they changed, until the returned function is called. */
export function watchAttributes(
  session: Session,
  heard: (held: ReadonlyMap<string, readonly Pair[]>) => void,
): () => void {
  let left = false
  let reading = false
  /** What was touched and not read yet; `whole` where that is everything. */
  let waiting = new Set<string>()
  let whole = true
  const held = new Map<string, Pair[]>()

  async function read() {
    if (reading) return
    reading = true
    while (!left && (whole || waiting.size > 0)) {
      const touched = whole ? undefined : waiting
      whole = false
      waiting = new Set()
      await take(session, held, touched).catch(() => undefined)
      if (!left) heard(held)
    }
    reading = false
  }
  const stop = session.mirror.subscribe((touched: MirrorDelta) => {
    if (touched.whole || touched.nodes.size > FEW) whole = true
    else for (const id of touched.nodes) waiting.add(id)
    void read()
  })
  void read()
  return () => {
    left = true
    stop()
  }
}

/** Reads the attributes of some nodes, or of all. */
async function take(
  session: Session,
  held: Map<string, Pair[]>,
  touched: ReadonlySet<string> | undefined,
): Promise<void> {
  if (!touched) {
    const { nodes } = await session.data('list_attributes', { limit: ALL })
    held.clear()
    for (const it of nodes) held.set(it.id, it.items)
    return
  }
  for (const id of touched) {
    const carries = session.mirror.nodes.get(id)?.capabilities.includes('kv')
    if (!carries) held.delete(id)
    else {
      const read = await session.data('read_node_kv', { node: id })
      held.set(id, read.items ?? [])
    }
  }
}
