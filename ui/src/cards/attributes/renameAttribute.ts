/** Renames a key: the new pair is written before the old one is removed. */

import type { ToolCaller } from '../useToolCall'
import type { Pair } from './AttributeRow'

/** Whether both calls succeeded. */
export async function renameAttribute(
  call: ToolCaller['call'],
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
