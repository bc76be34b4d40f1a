/** The attributes of all nodes, read anew when any of them may have changed. */

import { useEffect, useState } from 'react'
import { type Session, useSession } from '../../document'
import type { Attributes, BibleRow } from './rows'

const ALL = 1_000_000

export function useRows(): BibleRow[] | undefined {
  const session = useSession()
  const [rows, setRows] = useState<BibleRow[]>()
  useEffect(() => {
    let left = false
    let reading = false
    let again = false
    async function read() {
      again = reading
      if (reading) return
      reading = true
      const found = await readRows(session).catch(() => undefined)
      reading = false
      if (left) return
      if (found) setRows(found)
      if (again) void read()
    }
    void read()
    const stop = session.mirror.subscribe(() => void read())
    return () => {
      left = true
      stop()
    }
  }, [session])
  return rows
}

/** Everybody and everything that is not a passage, and passages that have attributes. */
async function readRows(session: Session): Promise<BibleRow[]> {
  const { nodes } = await session.data<Attributes>('list_attributes', { limit: ALL })
  const held = new Map(nodes.map((it) => [it.id, it.items]))
  const rows: BibleRow[] = []
  for (const { id, title, kind } of session.mirror.nodes.values()) {
    const items = held.get(id)
    const belongs = items || !['scene', 'note', 'group'].includes(kind)
    if (belongs) rows.push({ id, title, kind, items: items ?? [] })
  }
  return rows
}
