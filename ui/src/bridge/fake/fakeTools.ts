/**
 * The tools of the fake program, each a function of the current story. They answer in the same form
 * as the real ones and follow their basic rules.
 */

import { countWords } from '../../notation'
import type { Code } from '../wire'
import { type FakePlace, sized } from './fakePlace'
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

function put(call: FakeCall, node: FakeNode): { node: NodeName } {
  call.story.nodes.set(node.id, node)
  return { node: nameOf(node) }
}

interface NodeName {
  id: string
  title: string
}

function nameOf({ id, title }: FakeNode): NodeName {
  return { id, title }
}

/** How many nodes and which: what tools on several nodes answer. */
function several(nodes: readonly FakeNode[]): { count: number; nodes: NodeName[] } {
  return { count: nodes.length, nodes: nodes.map(nameOf) }
}

/** A link as the tools on links answer it. */
function linked(call: FakeCall, { id, from, to, label, condition, effect, once, order }: FakeEdge) {
  return {
    edge: id,
    from: nameOf(nodeOf(call, from)),
    to: nameOf(nodeOf(call, to)),
    ...(label ? { label } : {}),
    ...(condition ? { condition } : {}),
    ...(effect ? { effect } : {}),
    ...(once ? { once } : {}),
    order: order + 1,
  }
}

function sameTitle(call: FakeCall, { id, title }: FakeNode): number {
  const others = [...call.story.nodes.values()].filter((it) => it.id !== id)
  return others.filter((it) => it.title === title).length
}

/** How long a text is, as the tools on texts answer it. */
export function lengthOf(text: string): { words: number; characters: number } {
  return { words: countWords(text), characters: text.replace(/\s/g, '').length }
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

/** Gives a link its place among those of the same node, counted from 1. */
function placed(call: FakeCall, edge: FakeEdge, place: number): FakeEdge {
  const others = [...call.story.edges.values()]
    .filter((it) => it.from === edge.from && it.id !== edge.id)
    .sort((a, b) => a.order - b.order)
  others.splice(place - 1, 0, edge)
  for (const [order, it] of others.entries()) call.story.edges.set(it.id, { ...it, order })
  return call.story.edges.get(edge.id) ?? edge
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
  const { kind, x, y } = node
  const answer = { ...put(call, node), kind, x, y }
  const edge = after && linkTo(call, after.id, node.id)
  const same_title = sameTitle(call, node)
  return { ...answer, ...(edge ? { link: linked(call, edge) } : {}), same_title }
}

/** The link from `after` to a new node: one more, or the one that it is put into. */
function linkTo(call: FakeCall, from: string, to: string): FakeEdge {
  if (call.args.before === undefined) return link(call, from, to, text(call.args.label) ?? '')
  const { after, before, label } = call.args
  const edge = edgeOf({ ...call, args: { from: after, to: before, label } })
  const turned = { ...edge, to }
  call.story.edges.set(edge.id, turned)
  link(call, to, edge.to, '')
  return turned
}

function remove(call: FakeCall) {
  const node = nodeOf(call)
  call.story.nodes.delete(node.id)
  let links = 0
  for (const edge of [...call.story.edges.values()]) {
    if (edge.from !== node.id && edge.to !== node.id) continue
    call.story.edges.delete(edge.id)
    links += 1
  }
  return { node: nameOf(node), links, joined: 0, was_start: call.story.start === node.id }
}

function arrange(call: FakeCall) {
  const places = call.args.places as FakePlace[]
  const group = text(call.args.group)
  const named = new Set(places.map((it) => it.node))
  let with_them = 0
  for (const { node, x, y, ...size } of places) {
    const { parent: old, ...now } = sized(nodeOf(call, node), size)
    const parent = group === undefined ? old : group && nodeOf(call, group).id
    for (const it of call.story.nodes.values()) {
      const along = it.parent === now.id && !named.has(it.id)
      if (!along) continue
      put(call, { ...it, x: it.x + x - now.x, y: it.y + y - now.y })
      with_them += 1
    }
    put(call, { ...now, x, y, ...(parent ? { parent } : {}) })
  }
  return { ...several(places.map((it) => nodeOf(call, it.node))), with_them }
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
  return { ...several(nodes), color: chosen ?? null }
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
  const made = put(call, { id, title, kind: 'group', ...frame, text: '', items: [] })
  return { ...made, holds: nodes.map(nameOf), ...frame }
}

function fit(call: FakeCall) {
  const groups: NodeName[] = []
  for (const name of call.args.groups as string[]) {
    const group = nodeOf(call, name)
    const held = [...call.story.nodes.values()].filter((it) => it.parent === group.id)
    const fitted = { ...group, ...around(held) }
    if (held.length === 0 || JSON.stringify(fitted) === JSON.stringify(group)) continue
    put(call, fitted)
    groups.push(nameOf(group))
  }
  return { count: groups.length, groups }
}

function fold(call: FakeCall) {
  const folded = call.args.folded === true
  const groups = (call.args.groups as string[]).map((it) => nodeOf(call, it))
  for (const group of groups) put(call, { ...group, collapsed: folded })
  return { count: groups.length, groups: groups.map(nameOf), folded }
}

function duplicate(call: FakeCall) {
  const originals = named(call)
  const left = Math.min(...originals.map((it) => it.x))
  const top = Math.min(...originals.map((it) => it.y))
  const [x, y] = [number(call.args.x) ?? left + 24, number(call.args.y) ?? top + 24]
  const ids = new Map(originals.map((it) => [it.id, freshId('n')]))
  for (const it of originals) {
    const id = ids.get(it.id) ?? ''
    put(call, { ...it, id, x: it.x + x - left, y: it.y + y - top })
  }
  let links = 0
  for (const { from, to, label } of [...call.story.edges.values()]) {
    const [a, b] = [ids.get(from), ids.get(to)]
    if (!a || !b) continue
    link(call, a, b, label)
    links += 1
  }
  const nodes = originals.map(({ id, title }) => ({ id: ids.get(id) ?? '', title }))
  return { count: nodes.length, nodes, links }
}

function ungroup(call: FakeCall) {
  const frame = nodeOf(call, call.args.group ?? call.node)
  const held = [...call.story.nodes.values()].filter((it) => it.parent === frame.id)
  for (const { parent: _, ...node } of held) put(call, node)
  remove({ ...call, args: {}, node: frame.id })
  return { node: nameOf(frame), freed: held.map(nameOf) }
}

/** Moves a node, and with `group` into one or out of its own. */
function move(call: FakeCall) {
  const { parent: old, ...node } = nodeOf(call)
  const group = text(call.args.group)
  const parent = group === undefined ? old : group && nodeOf(call, group).id
  const { x = node.x, y = node.y } = { x: number(call.args.x), y: number(call.args.y) }
  const answer = put(call, { ...node, x, y, ...(parent ? { parent } : {}) })
  return { ...answer, x, y, group: parent ? nameOf(nodeOf(call, parent)) : null, with_it: 0 }
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
  return { ...put(call, { ...node, items }), version: 1, count: items.length, items }
}

function attributes(call: FakeCall) {
  const nodes = [...call.story.nodes.values()].filter((it) => it.items.length > 0)
  const uses = new Map<string, number>()
  for (const { k } of nodes.flatMap((it) => it.items)) uses.set(k, (uses.get(k) ?? 0) + 1)
  return {
    count: nodes.length,
    keys: [...uses].map(([key, count]) => ({ key, count })),
    nodes: nodes.map(({ id, title, kind, items }) => ({ id, title, kind, items })),
  }
}

function setAttribute(call: FakeCall) {
  const key = String(call.args.key)
  const value = text(call.args.value)
  const is = (it: { k: string }) => it.k.toLowerCase() === key.toLowerCase()
  const nodes = named(call)
  for (const node of nodes) {
    const had = node.items.some(is)
    const items =
      value === undefined
        ? node.items.filter((it) => !is(it))
        : had
          ? node.items.map((it) => (is(it) ? { ...it, v: value } : it))
          : [...node.items, { k: key, v: value }]
    put(call, { ...node, items })
  }
  return { ...several(nodes), key, value: value ?? null }
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
  const changed: FakeNode[] = []
  for (const node of call.story.nodes.values()) {
    if (!node.items.some((it) => it.k.toLowerCase() === key)) continue
    const items = node.items.map((it) => (it.k.toLowerCase() === key ? { ...it, k } : it))
    put(call, { ...node, items })
    changed.push(node)
  }
  return { ...several(changed), key: String(call.args.key), new_key: k }
}

export const fakeTools: Record<string, FakeTool> = {
  create_node: create,
  rename_node: (call) => {
    const { title: before, ...node } = nodeOf(call)
    const alias = text(call.args.alias_key)
    const items = alias ? [...node.items, { k: alias, v: before }] : node.items
    const named = { ...node, items, title: String(call.args.title) }
    return { ...put(call, named), before, version: 2, same_title: sameTitle(call, named) }
  },
  set_node_kind: (call) => {
    const { color: old, ...node } = nodeOf(call)
    const chosen = text(call.args.color) ?? old
    const kind = text(call.args.kind) ?? node.kind
    const answer = put(call, chosen ? { ...node, kind, color: chosen } : { ...node, kind })
    return { ...answer, kind, color: chosen ?? null }
  },
  remove_node: remove,
  remove_nodes: (call) => {
    const nodes = named(call)
    const gone = nodes.map(({ id }) => remove({ ...call, args: { node: id } }))
    const links = gone.reduce((sum, it) => sum + it.links, 0)
    return { ...several(nodes), links, joined: 0, was_start: gone.some((it) => it.was_start) }
  },
  set_node_kinds: (call) => {
    const [nodes, kind] = [named(call), String(call.args.kind)]
    for (const node of nodes) put(call, { ...node, kind })
    return { ...several(nodes), kind }
  },
  fit_groups: fit,
  fold_groups: fold,
  duplicate_nodes: duplicate,
  link_nodes: (call) => {
    const [from, to] = [nodeOf(call, call.args.from ?? call.node), nodeOf(call, call.args.to)]
    return linked(call, link(call, from.id, to.id, text(call.args.label) ?? ''))
  },
  update_link: (call) => {
    const edge = edgeOf(call)
    const once = call.args.once === undefined ? edge.once === true : call.args.once === true
    const label = text(call.args.new_label) ?? edge.label
    const to = call.args.new_to === undefined ? edge.to : nodeOf(call, call.args.new_to).id
    const condition = text(call.args.condition) ?? edge.condition ?? ''
    const effect = text(call.args.effect) ?? edge.effect ?? ''
    const { condition: _, effect: __, ...kept } = edge
    const updated = {
      ...kept,
      ...(call.args.reverse === true ? { from: to, to: edge.from } : { to }),
      label,
      once,
      ...(condition ? { condition } : {}),
      ...(effect ? { effect } : {}),
    }
    call.story.edges.set(edge.id, updated)
    const place = number(call.args.order)
    return linked(call, place === undefined ? updated : placed(call, updated, place))
  },
  remove_link: (call) => {
    const gone = edgeOf(call)
    const { edge, from, to } = linked(call, gone)
    call.story.edges.delete(edge)
    const left = [...call.story.edges.values()].filter((it) => it.from === gone.from).length
    return { edge, from, to, ...(gone.label ? { label: gone.label } : {}), left }
  },
  move_nodes: arrange,
  tidy_map: tidy,
  color_nodes: color,
  group_nodes: group,
  ungroup,
  move_node: move,
  set_start: (call) => {
    const node = nodeOf(call)
    call.story.start = node.id
    return { node: nameOf(node), version: 2 }
  },
  rename_story: (call) => {
    const { title: before } = call.story
    call.story.title = String(call.args.title)
    return { title: call.story.title, before, version: 2 }
  },
  set_tag_color: (call) => {
    const [tag, color] = [String(call.args.tag), text(call.args.color) ?? null]
    const { [tag]: _, ...others } = call.story.tagColors ?? {}
    call.story.tagColors = color ? { ...others, [tag]: color } : others
    return { tag, color, version: 2 }
  },
  set_word_goal: (call) => {
    const words = number(call.args.words) || null
    call.story.wordGoal = words ?? 0
    return { words, version: 2 }
  },
  list_attributes: attributes,
  set_attribute: setAttribute,
  update_attribute_table: writeAttributes,
  rename_attribute: renameAttribute,
  search_story: search,
  read_node_kv: (call) => {
    const node = nodeOf(call)
    const { items } = node
    return { node: nameOf(node), version: items.length > 0 ? 1 : null, count: items.length, items }
  },
  update_node_kv: update,
  remove_node_kv: (call) => {
    const keys = (call.args.keys as string[]).map((it) => it.toLowerCase())
    const node = nodeOf(call)
    const is = (it: { k: string }) => keys.includes(it.k.toLowerCase())
    const items = node.items.filter((it) => !is(it))
    const removed = node.items.filter(is)
    const answer = put(call, { ...node, items })
    return { ...answer, version: 2, count: removed.length, removed, left: items.length }
  },
  read_text: (call) => {
    const node = nodeOf(call)
    const version = node.text ? 1 : null
    const paragraphs = node.text.split(/\n{2,}/).filter((it) => it.trim()).length
    return { node: nameOf(node), version, ...lengthOf(node.text), paragraphs, text: node.text }
  },
  write_text: (call) => {
    const node = nodeOf(call)
    const text = String(call.args.text)
    return {
      ...put(call, { ...node, text }),
      version: 2,
      before: lengthOf(node.text),
      after: lengthOf(text),
      excerpt: text.slice(0, 60),
    }
  },
}
