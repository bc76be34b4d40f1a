/** Suggested keys: those of other nodes seen in this window, without the node's own. */

import { useEffect, useState } from 'react'
import { useSession } from '../../document'
import type { Pair } from './AttributeRow'

/** By story and kind; grows as nodes are looked at. */
const seen = new Map<string, Set<string>>()

export function useKnownKeys(node: string, pairs: readonly Pair[]): string[] {
  const { mirror } = useSession()
  const place = `${mirror.story.id}/${mirror.nodes.get(node)?.kind ?? ''}`
  const [keys] = useState(() => seen.get(place) ?? new Set<string>())
  useEffect(() => {
    for (const { k } of pairs) keys.add(k)
    seen.set(place, keys)
  }, [keys, place, pairs])
  const own = new Set(pairs.map((it) => it.k.toLowerCase()))
  return [...keys].filter((it) => !own.has(it.toLowerCase()))
}
