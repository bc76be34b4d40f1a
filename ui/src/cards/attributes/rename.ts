/** A pair under another key: the new one is written before the old is taken away. */

import type { UseTool } from '../useTool'
import type { Pair } from './PairRow'

/** Whether both calls succeeded. */
export async function renamePair(
  call: UseTool['call'],
  node: string,
  pair: Pair,
  k: string,
): Promise<boolean> {
  const update = () => call('update_node_kv', { node, items: [{ k, v: pair.v }] })
  const remove = () => call('remove_node_kv', { node, keys: [pair.k] })
  // Keys are the same to the program whatever their case, so here the old one has to go first.
  const sameKey = k.toLowerCase() === pair.k.toLowerCase()
  const [first, second] = sameKey ? [remove, update] : [update, remove]
  return (await first()) !== undefined && (await second()) !== undefined
}
