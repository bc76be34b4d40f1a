/**
 * What the fake program returns for one node: its contents, pictures and versions. Versions are
 * counted from the first time a node is read; its initial contents have three authors.
 */

import type { FakeEdge, FakeNode } from './fakeStory'
import { type FakeCall, FakeError, type FakeTool, fakeTools, lengthOf, nodeOf } from './fakeTools'

interface FakeVersion {
  number: number
  data: unknown
  author: { kind: string; name: string }
  reason: string
  time: string
}

type Slot = 'text' | 'kv' | 'image' | 'node'

/** The tools for one node, with their own store of versions. */
export function fakeNodeTools(): Record<string, FakeTool> {
  const memory = new VersionHistory()
  const remembering = (name: string, slot: Slot): FakeTool => {
    return (call) => {
      const before = nodeOf(call)
      const number = memory.of(before, slot).length
      if (typeof call.args.expected === 'number' && call.args.expected !== number) {
        throw new FakeError('CONFLICT', `version ${number} is adopted`, 'read it again')
      }
      const answer = fakeTools[name]?.(call)
      memory.keep(nodeOf(call, before.id), slot, name)
      return { ...(answer as object), version: number + 1 }
    }
  }
  return {
    read_node: (call) => reading(call, memory),
    write_text: remembering('write_text', 'text'),
    update_node_kv: remembering('update_node_kv', 'kv'),
    remove_node_kv: remembering('remove_node_kv', 'kv'),
    rename_node: remembering('rename_node', 'node'),
    read_text: (call) => {
      const node = nodeOf(call)
      const data = held(node, 'text')
      const version = data === null ? null : (numberOf(memory.of(node, 'text'), data) ?? null)
      const { words, characters } = lengthOf(node.text)
      const paragraphs = node.text.split(/\n{2,}/).filter((it) => it.trim()).length
      return { node: named(node), version, words, characters, paragraphs, text: node.text }
    },
    list_versions: (call) => listed(call, memory),
    compare_versions: (call) => compared(call, memory),
    adopt_version: (call) => adopted(call, memory),
    list_images: (call) => {
      const node = nodeOf(call)
      const now = JSON.stringify(held(node, 'image'))
      const images = memory.of(node, 'image').map(({ number, time, data }) => {
        return { version: number, adopted: JSON.stringify(data) === now, time, ...(data as object) }
      })
      return { node: named(node), count: images.length, images: images.reverse() }
    },
    generate_image: (call) => {
      const node = nodeOf(call)
      const asset = `${node.id}-${memory.of(node, 'image').length}-${String(call.args.prompt)}`
      const painted = { ...node, image: asset }
      call.story.nodes.set(node.id, painted)
      memory.keep(painted, 'image', String(call.args.prompt))
      return {
        node: named(node),
        version: memory.of(painted, 'image').length,
        ...(held(painted, 'image') as object),
      }
    },
  }
}

class VersionHistory {
  readonly #kept = new Map<string, FakeVersion[]>()

  /** Oldest first. */
  of(node: FakeNode, slot: Slot): FakeVersion[] {
    const place = `${node.id}/${slot}`
    const found = this.#kept.get(place)
    if (found) return found
    const data = held(node, slot)
    const begun = data === null ? [] : origins(slot, data)
    this.#kept.set(place, begun)
    return begun
  }

  keep(node: FakeNode, slot: Slot, reason: string): void {
    const kept = this.of(node, slot)
    const author = { kind: 'person', name: 'person' }
    const time = new Date().toISOString()
    kept.push({ number: kept.length + 1, data: held(node, slot), author, reason, time })
  }
}

/** The authors of the initial contents. */
function origins(slot: Slot, data: unknown): FakeVersion[] {
  const at = (
    number: number,
    hours: number,
    kind: string,
    name: string,
    reason: string,
    of = data,
  ) => {
    const time = new Date(Date.now() - hours * 3_600_000).toISOString()
    return { number, data: of, author: { kind, name }, reason, time }
  }
  if (slot !== 'text') return [at(1, 30, 'person', 'person', 'first version')]
  const { text } = data as { text: string }
  const half = text.slice(0, Math.ceil(text.length / 2))
  return [
    at(1, 50, 'program', 'importer', 'imported', { text: half }),
    at(2, 26, 'assistant', 'assistant', 'make it darker', { text: `${half}… ${half}` }),
    at(3, 2, 'person', 'person', 'write_text'),
  ]
}

function held(node: FakeNode, slot: Slot): unknown {
  if (slot === 'text') return node.text ? { text: node.text } : null
  if (slot === 'kv') return node.items.length > 0 ? { items: node.items } : null
  if (slot === 'node') return { title: node.title, kind: node.kind }
  if (!node.image) return null
  const prompt = node.image.split('-').slice(2).join('-') || 'a landscape in fog'
  const size = { width: 480, height: 300, ratio: '3:2' }
  return { asset: node.image, mime: 'image/png', prompt, model: 'fake:painter', seed: 7, ...size }
}

const KIND_SLOTS: Record<string, Slot[]> = {
  scene: ['text'],
  character: ['kv', 'text', 'image'],
  place: ['kv', 'text', 'image'],
  note: ['text'],
  group: [],
}

const TITLES: Record<Slot, string> = { text: 'Text', kv: 'KV', image: 'Image', node: 'Node' }

function reading(call: FakeCall, memory: VersionHistory) {
  const node = nodeOf(call)
  const usual = KIND_SLOTS[node.kind] ?? []
  const slots = (['kv', 'text', 'image'] as const).filter(
    (it) => usual.includes(it) || held(node, it) !== null,
  )
  const capabilities = slots.map((name) => {
    const data = held(node, name)
    const version = data === null ? null : (numberOf(memory.of(node, name), data) ?? null)
    return { name, title: TITLES[name], version, data }
  })
  const edges = [...call.story.edges.values()].sort((one, other) => one.order - other.order)
  const end = ({ id: edge, label, condition, once }: FakeEdge, node: string) => ({
    edge,
    node: named(call.story.nodes.get(node) ?? { id: node, title: '' }),
    ...(label ? { label } : {}),
    ...(condition ? { condition } : {}),
    ...(once ? { once } : {}),
  })
  const others = [...call.story.nodes.values()].filter((it) => it.id !== node.id)
  const { x, y, color } = node
  const name = node.kind === 'character' && node.items.find((it) => it.k === 'Name')?.v
  return {
    ...(name && name !== node.title ? { other_name: name } : {}),
    ...named(node),
    kind: node.kind,
    layout: { x, y, ...(color ? { color } : {}) },
    group: null,
    capabilities,
    outgoing: edges.filter((it) => it.from === node.id).map((it) => end(it, it.to)),
    incoming: edges.filter((it) => it.to === node.id).map((it) => end(it, it.from)),
    mentions: others.filter((it) => node.text.includes(nameOf(it))).map(named),
    mentioned_by: others.filter((it) => it.text.includes(nameOf(node))).map(named),
    related_from: [],
  }
}

function numberOf(kept: FakeVersion[], data: unknown): number | undefined {
  const now = JSON.stringify(data)
  return kept.findLast((it) => JSON.stringify(it.data) === now)?.number
}

function nameOf(node: FakeNode): string {
  return node.title.split(' ')[0] ?? node.title
}

function named({ id, title }: Pick<FakeNode, 'id' | 'title'>) {
  return { id, title }
}

function listed(call: FakeCall, memory: VersionHistory) {
  const node = nodeOf(call)
  const slot = call.args.capability as Slot
  const now = numberOf(memory.of(node, slot), held(node, slot))
  const versions = memory.of(node, slot).map(({ data, ...it }) => {
    const excerpt =
      slot === 'text' ? (data as { text: string }).text.slice(0, 60) : JSON.stringify(data)
    return { ...it, capability: slot, adopted: it.number === now, excerpt }
  })
  const before = typeof call.args.before === 'number' ? call.args.before : Number.POSITIVE_INFINITY
  const wanted = versions.filter((it) => it.number < before).reverse()
  return { node: named(node), count: wanted.length, versions: wanted }
}

function versionOf(call: FakeCall, memory: VersionHistory, number: unknown): FakeVersion {
  const kept = memory.of(nodeOf(call), call.args.capability as Slot)
  const found = kept.find((it) => it.number === number)
  if (!found) throw new FakeError('NOT_FOUND', `there is no version ${number}`, 'look at the list')
  return found
}

function compared(call: FakeCall, memory: VersionHistory) {
  const to = versionOf(call, memory, call.args.to)
  const from = call.args.from === undefined ? undefined : versionOf(call, memory, call.args.from)
  const same = JSON.stringify(from?.data) === JSON.stringify(to.data)
  const about = { node: named(nodeOf(call)), capability: String(call.args.capability) }
  const ends = { ...about, from: from?.number ?? null, to: to.number, same, text: '' }
  if (same) return ends
  if (call.args.capability === 'text') {
    const [older, newer] = [from, to].map((it) => (it?.data as { text: string })?.text ?? '')
    return { ...ends, pieces: pieces(older ?? '', newer ?? '') }
  }
  const [older, newer] = [table(from?.data), table(to.data)]
  const names = [...new Set([...Object.keys(older), ...Object.keys(newer)])]
  const lines = names
    .filter((it) => older[it] !== newer[it])
    .map((name) => ({ name, before: older[name], after: newer[name] }))
  return { ...ends, lines }
}

/** The common prefix and suffix of both texts, and what is between. */
function pieces(older: string, newer: string) {
  let head = 0
  while (head < older.length && older[head] === newer[head]) head++
  const parts = [
    { kind: 'same', text: older.slice(0, head) },
    { kind: 'removed', text: older.slice(head) },
    { kind: 'added', text: newer.slice(head) },
  ]
  return parts.filter((it) => it.text !== '')
}

function table(data: unknown): Record<string, unknown> {
  const items = (data as { items?: { k: string; v: string }[] } | undefined)?.items
  return items ? Object.fromEntries(items.map(({ k, v }) => [k, v])) : { ...(data as object) }
}

function adopted(call: FakeCall, memory: VersionHistory) {
  const node = nodeOf(call)
  const { number, data } = versionOf(call, memory, call.args.number)
  const capability = call.args.capability as Slot
  const slot = memory.of(node, capability)
  const before = numberOf(slot, held(node, capability)) ?? null
  const { asset, ...fields } = data as Partial<FakeNode> & { asset?: string }
  const part = capability === 'image' ? { ...(asset ? { image: asset } : {}) } : fields
  call.story.nodes.set(node.id, { ...node, ...part })
  const excerpt = capability === 'text' ? String(fields.text).slice(0, 60) : JSON.stringify(data)
  return { node: named(node), capability, version: number, before, excerpt }
}
