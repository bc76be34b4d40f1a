/** Everybody and everything that is not a passage, and passages that have attributes. */

import { useEffect, useState } from 'react'
import { watchAttributes } from '../../cards'
import { type Session, useSession } from '../../document'
import type { BibleRow, Pair } from './rows'

export function useBibleRows(): BibleRow[] | undefined {
  const session = useSession()
  const [rows, setRows] = useState<BibleRow[]>()
  useEffect(() => watchAttributes(session, (held) => setRows(rowsOf(session, held))), [session])
  return rows
}

function rowsOf({ mirror }: Session, held: ReadonlyMap<string, readonly Pair[]>): BibleRow[] {
  const rows: BibleRow[] = []
  for (const { id, title, kind } of mirror.nodes.values()) {
    const items = held.get(id) ?? []
    const belongs = items.length > 0 || !['scene', 'note', 'group'].includes(kind)
    if (belongs) rows.push({ id, title, kind, items })
  }
  return rows
}
