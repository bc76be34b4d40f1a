/**
 * Tags and status: attributes of a card under the key that it already uses for them, or a new one.
 */

import {
  type Attribute,
  isStatusKey,
  isTagsKey,
  joinTags,
  type Session,
  splitTags,
  statusStep,
  useNodeTags,
  watchAttributes,
} from '../document'
import { type Translate, t } from '../text'

/** A status in the window's language, where the window knows it; else as the writer spelled it. */
export function statusName(translate: Translate, status: string): string {
  const step = statusStep(status)
  return step ? translate(`inspector-status-${step}`) : status
}

/** The attributes of all nodes as they are now. */
function held(session: Session): Promise<ReadonlyMap<string, readonly Attribute[]>> {
  return new Promise((resolve) => {
    const stop = watchAttributes(session, (found) => {
      resolve(found)
      queueMicrotask(() => stop())
    })
  })
}

const keyOf = (
  pairs: readonly Attribute[] | undefined,
  isKey: (key: string) => boolean,
  usual: string,
) => pairs?.find((it) => isKey(it.k))?.k ?? usual

/** Gives cards a status, or with an empty one takes it away; one step. */
export async function setStatus(
  session: Session,
  nodes: readonly string[],
  status: string,
): Promise<void> {
  const known = await held(session)
  const usual = t('inspector-status-key')
  const keys = new Map<string, string[]>()
  for (const node of nodes) {
    const key = keyOf(known.get(node), isStatusKey, usual)
    keys.set(key, [...(keys.get(key) ?? []), node])
  }
  const value = status.trim()
  // As a rule all cards spell the key alike, and it is one call.
  for (const [key, those] of keys) {
    await session.data('set_attribute', { nodes: those, key, ...(value ? { value } : {}) })
  }
}

/** Gives each card the tags that its own become; one step. */
async function changeTags(
  session: Session,
  nodes: readonly string[],
  change: (tags: readonly string[]) => readonly string[],
): Promise<void> {
  const known = await held(session)
  const usual = t('inspector-tags-key')
  const { tags } = useNodeTags.getState()
  const cells = nodes.flatMap((node) => {
    const before = tags.get(node) ?? []
    const after = [...new Set(change(before))]
    if (joinTags(after) === joinTags(before)) return []
    return [{ node, k: keyOf(known.get(node), isTagsKey, usual), v: joinTags(after) }]
  })
  const [only] = cells
  if (!only) return
  // An empty list stays as an attribute: an imported card without one has the tags of its file.
  if (cells.length === 1) {
    await session.data('update_node_kv', { node: only.node, items: [{ k: only.k, v: only.v }] })
  } else await session.data('update_attribute_table', { cells })
}

/** Adds what a writer typed, one tag or several. */
export function addTags(session: Session, nodes: readonly string[], typed: string): Promise<void> {
  return changeTags(session, nodes, (before) => [...before, ...splitTags(typed)])
}

/** Takes one tag away. */
export function removeTag(session: Session, nodes: readonly string[], tag: string): Promise<void> {
  return changeTags(session, nodes, (before) => before.filter((it) => it !== tag))
}
