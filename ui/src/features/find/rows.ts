/** The rows of what was found: each scene with its places, then what is not in texts. Pure. */

import type { ToolOutput } from '../../bridge'
import type { MatchResults, NodeMatches } from '../../cards'
import type { Place } from '../../state'

export type Match = NodeMatches['places'][number]

/** What `search_story` finds. */
export type Hit = ToolOutput<'search_story'>['hits'][number]

export type Row =
  | { key: string; isPassive: true; title: string; count: number }
  | { key: string; place: Place; match: Match }
  | { key: string; place: Place; hit: Hit }
  | { key: string; isPassive: true; more: number; of: 'scene' | 'story' }

/** `elsewhere` is the heading of what is not in a text. */
export function rowsOf(
  found: MatchResults | undefined,
  hits: readonly Hit[],
  elsewhere: string,
): Row[] {
  const rows = found?.nodes.flatMap(nodeRows) ?? []
  const unlisted = found ? found.node_count - found.nodes.length : 0
  if (unlisted > 0) rows.push({ key: 'more', isPassive: true, more: unlisted, of: 'story' })
  if (hits.length === 0) return rows
  const listed = hits.flatMap((hit): Row[] => {
    if (!hit.node) return []
    const { id } = hit.node
    return [{ key: `${id} ${hit.capability} ${hit.excerpt}`, place: { node: id }, hit }]
  })
  const { length: count } = listed
  return [...rows, { key: 'elsewhere', isPassive: true, title: elsewhere, count }, ...listed]
}

function nodeRows({ id, title, count, places }: NodeMatches): Row[] {
  const rows: Row[] = [{ key: id, isPassive: true, title, count }]
  for (const match of places) {
    const { character, found } = match
    const place = { node: id, passage: { quote: found, character } }
    rows.push({ key: `${id} ${character}`, place, match })
  }
  const unlisted = count - places.length
  if (unlisted > 0) rows.push({ key: `${id} more`, isPassive: true, more: unlisted, of: 'scene' })
  return rows
}

/** The places of rows, in their order. */
export function placesOf(rows: readonly Row[]): Place[] {
  return rows.flatMap((it) => ('place' in it ? [it.place] : []))
}

/** What is not in a text, and holds the words as they are. */
export function hitsElsewhere(hits: readonly Hit[], words: string): Hit[] {
  const wanted = words.toLowerCase()
  return hits.filter(
    (it) => it.node && it.capability !== 'text' && it.excerpt.toLowerCase().includes(wanted),
  )
}
