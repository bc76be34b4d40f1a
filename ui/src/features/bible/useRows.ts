/** The attributes of all nodes; of those that were touched since, each is read anew. */

import { useEffect, useState } from 'react'
import { type Session, type Touched, useSession } from '../../document'
import type { Attributes, BibleRow, Pair } from './rows'

const ALL = 1_000_000
/** Where more than this was touched at once, one reading of all is less work. */
const FEW = 24

export function useRows(): BibleRow[] | undefined {
  const session = useSession()
  const [rows, setRows] = useState<BibleRow[]>()
  useEffect(() => {
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
        if (!left) setRows(rowsOf(session, held))
      }
      reading = false
    }
    const touch = (touched: Touched) => {
      if (touched.whole || touched.nodes.size > FEW) whole = true
      else for (const id of touched.nodes) waiting.add(id)
      void read()
    }
    void read()
    const stop = session.mirror.subscribe(touch)
    return () => {
      left = true
      stop()
    }
  }, [session])
  return rows
}

/** Reads the attributes of some nodes, or of all. */
async function take(
  session: Session,
  held: Map<string, Pair[]>,
  touched: ReadonlySet<string> | undefined,
): Promise<void> {
  if (!touched) {
    const { nodes } = await session.data<Attributes>('list_attributes', { limit: ALL })
    held.clear()
    for (const it of nodes) held.set(it.id, it.items)
    return
  }
  for (const id of touched) {
    const carries = session.mirror.nodes.get(id)?.capabilities.includes('kv')
    if (!carries) held.delete(id)
    else {
      const read = await session.data<{ items?: Pair[] }>('read_node_kv', { node: id })
      held.set(id, read.items ?? [])
    }
  }
}

/** Everybody and everything that is not a passage, and passages that have attributes. */
function rowsOf({ mirror }: Session, held: ReadonlyMap<string, Pair[]>): BibleRow[] {
  const rows: BibleRow[] = []
  for (const { id, title, kind } of mirror.nodes.values()) {
    const items = held.get(id) ?? []
    const belongs = items.length > 0 || !['scene', 'note', 'group'].includes(kind)
    if (belongs) rows.push({ id, title, kind, items })
  }
  return rows
}
