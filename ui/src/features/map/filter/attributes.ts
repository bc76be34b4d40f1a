/**
 * The tags and the status of nodes: attributes of these names, in the writer's language. Read from
 * the program's list of attributes and kept in step with it.
 */

import { create } from 'zustand'
import { watchAttributes } from '../../../cards'
import type { Session } from '../../../document'

interface NodeTags {
  /** By node. */
  tags: ReadonlyMap<string, readonly string[]>
  status: ReadonlyMap<string, string>
}

export const useNodeTags = create<NodeTags>(() => ({ tags: new Map(), status: new Map() }))

const TAGS = new Set(['tag', 'tags', '标签'])
const STATUS = new Set(['status', '状态'])

interface Attribute {
  k: string
  v: string
}

/** Follows the tags of a story until the returned function is called. */
export function watchTags(session: Session): () => void {
  const stop = watchAttributes(session, (held) => {
    const found = tagsOf(held)
    const { tags, status } = useNodeTags.getState()
    if (isSame(found.tags, tags) && isSame(found.status, status)) return
    useNodeTags.setState(found)
  })
  return () => {
    stop()
    useNodeTags.setState({ tags: new Map(), status: new Map() })
  }
}

/** The tags and the status among attributes. */
export function tagsOf(held: ReadonlyMap<string, readonly Attribute[]>): NodeTags {
  const tags = new Map<string, string[]>()
  const status = new Map<string, string>()
  for (const [node, attributes] of held) {
    for (const { k, v } of attributes) {
      const key = k.trim().toLowerCase()
      if (TAGS.has(key)) tags.set(node, [...(tags.get(node) ?? []), ...split(v)])
      else if (STATUS.has(key) && v.trim()) status.set(node, v.trim())
    }
  }
  return { tags, status }
}

function split(value: string): string[] {
  const words = value.split(/[,;，；、\n]/).map((it) => it.trim().replace(/^#/, ''))
  return [...new Set(words.filter(Boolean))]
}

function isSame(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return (
    a.size === b.size &&
    [...a].every(([id, it]) => JSON.stringify(b.get(id)) === JSON.stringify(it))
  )
}

/** The color of a tag, of the palette: the same wherever it is shown. */
export function tagColor(tag: string): string {
  let sum = 0
  for (const letter of tag) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return String((sum % 6) + 1)
}
