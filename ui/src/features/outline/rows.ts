/**
 * The story as a list of rows: from the start through its links, then what no link reaches, by kind.
 * A branch goes one step in; where a node leads on to one other alone, the list goes straight down.
 */

import type { LinkCard, Mirror, NodeCard } from '../../document'

export interface OutlineRow {
  /** Unique in the list: where it stands, not what it shows. */
  key: string
  /** 1 for the outermost. */
  level: number
  /** A node, or a heading by its key of the namespace `outline`. */
  node?: string
  heading?: string
  title: string
  kind?: string
  /** What is chosen to get here. */
  label?: string
  /** Shown above already; only named here. */
  again: boolean
  /** Whether rows below belong to it, and whether they are shown. */
  open?: boolean
}

interface Standing {
  mirror: Mirror
  closed: ReadonlySet<string>
  links: Map<string, LinkCard[]>
  seen: Set<string>
  rows: OutlineRow[]
}

/** A node yet to be listed, and where. */
interface Pending {
  id: string
  level: number
  label: string
  path: string
}

export function outlineRows(mirror: Mirror, closed: ReadonlySet<string>): OutlineRow[] {
  const standing = { mirror, closed, links: linksByNode(mirror), seen: new Set<string>(), rows: [] }
  const { start } = mirror.story
  if (start && mirror.nodes.has(start)) {
    heading(standing, 'story', () => walk(standing, start, 2))
  }
  const groups = [...mirror.nodes.values()].filter((it) => it.kind === 'group')
  if (groups.length > 0) {
    heading(standing, 'kinds.group', () => {
      for (const it of groups) group(standing, it)
    })
  }
  for (const [kind, ids] of rest(standing)) {
    heading(standing, `kinds.${kind}`, () => {
      for (const id of ids) walk(standing, id, 2)
    })
  }
  return standing.rows
}

function linksByNode(mirror: Mirror): Map<string, LinkCard[]> {
  const links = new Map<string, LinkCard[]>()
  for (const edge of mirror.edges.values()) {
    const known = links.get(edge.from)
    if (known) known.push(edge)
    else links.set(edge.from, [edge])
  }
  for (const edges of links.values()) edges.sort((a, b) => a.order - b.order)
  return links
}

/** A heading with what it holds; what a closed one holds counts as listed all the same. */
function heading(standing: Standing, name: string, list: () => void): void {
  const open = !standing.closed.has(name)
  standing.rows.push({ key: name, level: 1, heading: name, title: '', again: false, open })
  const before = standing.rows.length
  list()
  if (!open) standing.rows.length = before
}

/** Lists a node and all it leads to that is not listed yet. */
function walk(standing: Standing, from: string, level: number): void {
  if (standing.seen.has(from)) return
  const pending: Pending[] = [{ id: from, level, label: '', path: '' }]
  for (let next = pending.pop(); next; next = pending.pop()) visit(standing, next, pending)
}

function visit(standing: Standing, { id, level, label, path }: Pending, pending: Pending[]): void {
  const { mirror, seen, closed, rows } = standing
  const node = mirror.nodes.get(id)
  if (!node) return
  const again = seen.has(id)
  const links = again ? [] : (standing.links.get(id) ?? []).filter((it) => mirror.nodes.has(it.to))
  const branches = links.length > 1
  const open = branches && !closed.has(id)
  seen.add(id)
  rows.push({
    key: again ? `${path}/${id}` : id,
    level,
    node: id,
    title: node.title,
    kind: node.kind,
    ...(label ? { label } : {}),
    again,
    ...(branches ? { open } : {}),
  })
  if (branches && !open) {
    hide(standing, links)
    return
  }
  // The last pushed is listed first.
  for (const link of [...links].reverse()) {
    const inward = branches ? level + 1 : level
    pending.push({ id: link.to, level: inward, label: link.label, path: link.id })
  }
}

/** What a closed branch leads to is not listed again further down. */
function hide(standing: Standing, links: LinkCard[]): void {
  const pending = links.map((it) => it.to)
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (standing.seen.has(id)) continue
    standing.seen.add(id)
    for (const link of standing.links.get(id) ?? []) pending.push(link.to)
  }
}

function group(standing: Standing, node: NodeCard): void {
  const { mirror, closed, rows, seen } = standing
  const held = [...mirror.nodes.values()].filter((it) => it.parent === node.id)
  const open = !closed.has(node.id)
  seen.add(node.id)
  const { id, title, kind } = node
  rows.push({
    key: id,
    level: 2,
    node: id,
    title,
    kind,
    again: false,
    ...(held.length > 0 ? { open } : {}),
  })
  for (const it of held) {
    const again = seen.has(it.id)
    const key = again ? `${id}/${it.id}` : it.id
    seen.add(it.id)
    if (open) rows.push({ key, level: 3, node: it.id, title: it.title, kind: it.kind, again })
  }
}

/** What is not listed yet, by kind; beginnings before what they lead to. */
function rest({ mirror, seen }: Standing): Map<string, string[]> {
  const reached = new Set([...mirror.edges.values()].map((it) => it.to))
  const left = [...mirror.nodes.values()].filter((it) => !seen.has(it.id))
  left.sort((a, b) => Number(reached.has(a.id)) - Number(reached.has(b.id)))
  const kinds = new Map<string, string[]>()
  for (const { id, kind } of left) {
    const known = kinds.get(kind)
    if (known) known.push(id)
    else kinds.set(kind, [id])
  }
  return kinds
}
