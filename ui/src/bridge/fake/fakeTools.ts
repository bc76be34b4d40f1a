/**
 * The tools of the fake program, each a function of the current story. They answer in the same form
 * as the real ones and follow their basic rules.
 */

import { countWords } from '../../notation'
import type { Code } from '../wire'
import type { FakeEdge, FakeNode, FakeStory } from './fakeStory'

/** The arguments of a call, the story it works on, and the node being edited. */
export interface FakeCall {
  args: Record<string, unknown>
  story: FakeStory
  node: string | undefined
}

/** Answers with data; changes to `story` become a commit. Throws {@link FakeError} to fail. */
export type FakeTool = (call: FakeCall) => unknown

export class FakeError extends Error {
  readonly code: Code
  readonly hint: string | undefined

  constructor(code: Code, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

let made = 0

/** An unused id. */
function freshId(letter: string): string {
  made += 1
  return `${letter}-new-${made}`
}

/** A node by its id or title. */
export function nodeOf(call: FakeCall, name: unknown = call.args.node ?? call.node): FakeNode {
  const wanted = String(name ?? '')
  const found =
    call.story.nodes.get(wanted) ?? [...call.story.nodes.values()].find((it) => it.title === wanted)
  if (!found) throw new FakeError('NOT_FOUND', `there is no node “${wanted}”`, 'name another node')
  return found
}

function put(call: FakeCall, node: FakeNode): { node: { id: string; title: string } } {
  call.story.nodes.set(node.id, node)
  return { node: { id: node.id, title: node.title } }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function link(call: FakeCall, from: string, to: string, label: string): FakeEdge {
  const order = [...call.story.edges.values()].filter((it) => it.from === from).length
  const edge = { id: freshId('e'), from, to, label, order }
  call.story.edges.set(edge.id, edge)
  return edge
}

function edgeOf(call: FakeCall): FakeEdge {
  const from = nodeOf(call, call.args.from ?? call.node).id
  const to = nodeOf(call, call.args.to).id
  const label = text(call.args.label)
  const [found, another] = [...call.story.edges.values()].filter(
    (it) => it.from === from && it.to === to && (label === undefined || it.label === label),
  )
  if (!found) throw new FakeError('NOT_FOUND', 'there is no such link', 'look at the links again')
  if (another) throw new FakeError('INVALID_ACTION_INPUT', '2 links lead there', 'say which')
  return found
}

function create(call: FakeCall) {
  const title = text(call.args.title)?.trim()
  if (!title) throw new FakeError('INVALID_ACTION_INPUT', 'the title is empty', 'give it a title')
  const after = call.args.after === undefined ? undefined : nodeOf(call, call.args.after)
  const node: FakeNode = {
    id: freshId('n'),
    title,
    kind: text(call.args.kind) ?? 'scene',
    x: number(call.args.x) ?? (after?.x ?? 0) + 340,
    y: number(call.args.y) ?? after?.y ?? 0,
    text: text(call.args.text) ?? '',
    items: [],
    ...(call.args.group ? { parent: nodeOf(call, call.args.group).id } : {}),
  }
  const answer = put(call, node)
  if (after) link(call, after.id, node.id, text(call.args.label) ?? '')
  return answer
}

function remove(call: FakeCall) {
  const node = nodeOf(call)
  call.story.nodes.delete(node.id)
  for (const edge of [...call.story.edges.values()]) {
    if (edge.from === node.id || edge.to === node.id) call.story.edges.delete(edge.id)
  }
  return { node: { id: node.id, title: node.title } }
}

function arrange(call: FakeCall) {
  const places = call.args.places as { node: string; x: number; y: number }[]
  const group = text(call.args.group)
  const named = new Set(places.map((it) => it.node))
  for (const { node, x, y } of places) {
    const { parent: old, ...now } = nodeOf(call, node)
    const parent = group === undefined ? old : group && nodeOf(call, group).id
    for (const it of call.story.nodes.values()) {
      const along = it.parent === now.id && !named.has(it.id)
      if (along) put(call, { ...it, x: it.x + x - now.x, y: it.y + y - now.y })
    }
    put(call, { ...now, x, y, ...(parent ? { parent } : {}) })
  }
  return { count: places.length }
}

function named(call: FakeCall): FakeNode[] {
  const nodes = call.args.nodes as string[] | undefined
  return nodes ? nodes.map((it) => nodeOf(call, it)) : [...call.story.nodes.values()]
}

function tidy(call: FakeCall) {
  const nodes = named(call).filter((it) => it.kind !== 'group')
  const side = Math.ceil(Math.sqrt(nodes.length))
  const placed = nodes.map((node, index) => {
    return { ...node, x: (index % side) * 340, y: Math.floor(index / side) * 212 }
  })
  const moved = placed.filter((it, index) => it.x !== nodes[index]?.x || it.y !== nodes[index]?.y)
  for (const node of moved) put(call, node)
  return { count: nodes.length, moved: moved.length }
}

function color(call: FakeCall) {
  const nodes = named(call)
  const chosen = text(call.args.color)
  for (const { color: _, ...node } of nodes) put(call, chosen ? { ...node, color: chosen } : node)
  return { count: nodes.length }
}

/** The frame around nodes, with the same margins as the real one. */
function around(nodes: readonly FakeNode[]) {
  const x = Math.min(...nodes.map((it) => it.x)) - 40
  const y = Math.min(...nodes.map((it) => it.y)) - 64
  const width = Math.max(...nodes.map((it) => it.x + 236)) + 40 - x
  const height = Math.max(...nodes.map((it) => it.y + 132)) + 40 - y
  return { x, y, width, height }
}

function group(call: FakeCall) {
  const nodes = named(call)
  const frame = around(nodes)
  const id = freshId('n')
  const title = text(call.args.title) ?? 'Group'
  for (const node of nodes) put(call, { ...node, parent: id })
  return put(call, {
    id,
    title,
    kind: 'group',
    ...frame,
    text: '',
    items: [],
  })
}

function fit(call: FakeCall) {
  let count = 0
  for (const name of call.args.groups as string[]) {
    const group = nodeOf(call, name)
    const held = [...call.story.nodes.values()].filter((it) => it.parent === group.id)
    const fitted = { ...group, ...around(held) }
    if (held.length === 0 || JSON.stringify(fitted) === JSON.stringify(group)) continue
    put(call, fitted)
    count += 1
  }
  return { count }
}

function fold(call: FakeCall) {
  for (const name of call.args.groups as string[]) {
    put(call, { ...nodeOf(call, name), collapsed: call.args.folded === true })
  }
  return {}
}

function duplicate(call: FakeCall) {
  const originals = named(call)
  const left = Math.min(...originals.map((it) => it.x))
  const top = Math.min(...originals.map((it) => it.y))
  const [x, y] = [number(call.args.x) ?? left + 48, number(call.args.y) ?? top + 48]
  const ids = new Map(originals.map((it) => [it.id, freshId('n')]))
  for (const it of originals) {
    const id = ids.get(it.id) ?? ''
    put(call, { ...it, id, x: it.x + x - left, y: it.y + y - top })
  }
  for (const { from, to, label } of [...call.story.edges.values()]) {
    const [a, b] = [ids.get(from), ids.get(to)]
    if (a && b) link(call, a, b, label)
  }
  const nodes = originals.map(({ id, title }) => ({ id: ids.get(id) ?? '', title }))
  return { count: nodes.length, nodes }
}

function ungroup(call: FakeCall) {
  const frame = nodeOf(call, call.args.group ?? call.node)
  const held = [...call.story.nodes.values()].filter((it) => it.parent === frame.id)
  for (const { parent: _, ...node } of held) put(call, node)
  return remove({ ...call, node: frame.id })
}

/** Moves a node, and with `group` into one or out of its own. */
function move(call: FakeCall) {
  const { parent: old, ...node } = nodeOf(call)
  const group = text(call.args.group)
  const parent = group === undefined ? old : group && nodeOf(call, group).id
  const { x = node.x, y = node.y } = { x: number(call.args.x), y: number(call.args.y) }
  return put(call, { ...node, x, y, ...(parent ? { parent } : {}) })
}

function search(call: FakeCall) {
  const words = (text(call.args.query) ?? '').toLowerCase()
  const hits = []
  for (const node of call.story.nodes.values()) {
    const at = node.text.toLowerCase().indexOf(words)
    if (at < 0) continue
    const excerpt = node.text.slice(Math.max(0, at - 24), at + 60)
    const found = node.text.slice(at, at + words.length)
    const hit = { node: { id: node.id, title: node.title }, kind: node.kind, title: node.title }
    hits.push({ ...hit, capability: 'text', excerpt, found })
    if (hits.length === (number(call.args.limit) ?? 20)) break
  }
  return { words, count: hits.length, hits }
}

function update(call: FakeCall) {
  const node = nodeOf(call)
  const items = [...node.items]
  for (const item of call.args.items as { k: string; v: string }[]) {
    const at = items.findIndex((it) => it.k.toLowerCase() === item.k.toLowerCase())
    if (at < 0) items.push(item)
    else items[at] = item
  }
  return { ...put(call, { ...node, items }), items }
}

function attributes(call: FakeCall) {
  const nodes = [...call.story.nodes.values()].filter((it) => it.items.length > 0)
  return {
    keys: [],
    nodes: nodes.map(({ id, title, kind, items }) => ({ id, title, kind, items })),
  }
}

function setAttribute(call: FakeCall) {
  const key = String(call.args.key)
  const value = text(call.args.value)
  const is = (it: { k: string }) => it.k.toLowerCase() === key.toLowerCase()
  for (const node of named(call)) {
    const had = node.items.some(is)
    const items =
      value === undefined
        ? node.items.filter((it) => !is(it))
        : had
          ? node.items.map((it) => (is(it) ? { ...it, v: value } : it))
          : [...node.items, { k: key, v: value }]
    put(call, { ...node, items })
  }
  return {}
}

/** Created nodes, and values of these and of others. */
function writeAttributes(call: FakeCall) {
  const added = (call.args.create_nodes ?? []) as { title: string; kind?: string }[]
  const cells = (call.args.cells ?? []) as { node: string; k: string; v: string }[]
  const made = added.map((it) => create({ ...call, args: { ...it } }).node)
  const changed = new Map<string, { id: string; title: string }>()
  for (const { node, k, v } of cells) {
    const { id, title } = nodeOf(call, node)
    update({ ...call, args: { node: id, items: [{ k, v }] } })
    if (!made.some((it) => it.id === id)) changed.set(id, { id, title })
  }
  return { count: made.length + changed.size, made, changed: [...changed.values()] }
}

function renameAttribute(call: FakeCall) {
  const [key, k] = [String(call.args.key).toLowerCase(), String(call.args.new_key)]
  for (const node of call.story.nodes.values()) {
    if (!node.items.some((it) => it.k.toLowerCase() === key)) continue
    const items = node.items.map((it) => (it.k.toLowerCase() === key ? { ...it, k } : it))
    put(call, { ...node, items })
  }
  return {}
}

export const fakeTools: Record<string, FakeTool> = {
  create_node: create,
  rename_node: (call) => put(call, { ...nodeOf(call), title: String(call.args.title) }),
  set_node_kind: (call) => {
    const { color: old, ...node } = nodeOf(call)
    const chosen = text(call.args.color) ?? old
    const kind = text(call.args.kind) ?? node.kind
    return put(call, chosen ? { ...node, kind, color: chosen } : { ...node, kind })
  },
  remove_node: remove,
  remove_nodes: (call) => {
    for (const { id } of named(call)) remove({ ...call, args: { node: id } })
    return {}
  },
  set_node_kinds: (call) => {
    for (const node of named(call)) put(call, { ...node, kind: String(call.args.kind) })
    return {}
  },
  fit_groups: fit,
  fold_groups: fold,
  duplicate_nodes: duplicate,
  link_nodes: (call) => {
    const [from, to] = [nodeOf(call, call.args.from ?? call.node), nodeOf(call, call.args.to)]
    return { edge: link(call, from.id, to.id, text(call.args.label) ?? '').id }
  },
  update_link: (call) => {
    const edge = edgeOf(call)
    const once = call.args.once === undefined ? edge.once === true : call.args.once === true
    const label = text(call.args.new_label) ?? edge.label
    const to = call.args.new_to === undefined ? edge.to : nodeOf(call, call.args.new_to).id
    const condition = text(call.args.condition) ?? edge.condition ?? ''
    const effect = text(call.args.effect) ?? edge.effect ?? ''
    call.story.edges.set(edge.id, { ...edge, to, label, condition, effect, once })
    return { edge: edge.id }
  },
  remove_link: (call) => ({ removed: call.story.edges.delete(edgeOf(call).id) }),
  move_nodes: arrange,
  tidy_map: tidy,
  color_nodes: color,
  group_nodes: group,
  ungroup,
  move_node: move,
  set_start: (call) => {
    call.story.start = nodeOf(call).id
    return {}
  },
  rename_story: (call) => {
    call.story.title = String(call.args.title)
    return { title: call.story.title }
  },
  list_attributes: attributes,
  set_attribute: setAttribute,
  update_attribute_table: writeAttributes,
  rename_attribute: renameAttribute,
  search_story: search,
  read_node_kv: (call) => {
    const { id, title, items } = nodeOf(call)
    return { node: { id, title }, items }
  },
  update_node_kv: update,
  remove_node_kv: (call) => {
    const keys = (call.args.keys as string[]).map((it) => it.toLowerCase())
    const node = nodeOf(call)
    const items = node.items.filter((it) => !keys.includes(it.k.toLowerCase()))
    return { ...put(call, { ...node, items }), items }
  },
  read_text: (call) => {
    const node = nodeOf(call)
    return {
      node: { id: node.id, title: node.title },
      text: node.text,
      words: countWords(node.text),
    }
  },
  write_text: (call) => put(call, { ...nodeOf(call), text: String(call.args.text) }),
}
