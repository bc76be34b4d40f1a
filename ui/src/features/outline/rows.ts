/**
 * The story as a list of rows: from the start along its links, then unreachable nodes by kind. A
 * branch is indented; a single continuation is not. Groups are listed as the parts of the story
 * where they are such.
 */

import { type LinkCard, type Mirror, type NodeCard, partsOf } from '../../document'

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
  /** The link that leads here from the row above it that it belongs to. */
  link?: string
  /** Shown above already; only named here. */
  again: boolean
  /** The group it is listed in. */
  group?: string
  /** Whether rows below belong to it, and whether they are shown. */
  open?: boolean
  /** Which of its siblings it is, counted from 1, and how many there are. */
  position: number
  siblings: number
}

/** A row before it is known how many stand beside it. */
type Listed = Omit<OutlineRow, 'position' | 'siblings'>

interface OutlineBuilder {
  mirror: Mirror
  closed: ReadonlySet<string>
  links: Map<string, LinkCard[]>
  seen: Set<string>
  /** The groups that are listed as parts of the story. */
  parts: Set<string>
  rows: Listed[]
}

/** What each group holds, groups first; under no group the outermost groups. */
type HeldByGroup = ReadonlyMap<string | undefined, NodeCard[]>

/** A node yet to be listed, and where. */
interface Pending {
  id: string
  level: number
  label: string
  path: string
  /** The link that was followed. */
  link?: string
  /** The group it is listed in; what it leads to is set in, so that it is not taken for a part of it. */
  group?: string
}

export function outlineRows(mirror: Mirror, closed: ReadonlySet<string>): OutlineRow[] {
  const links = linksByNode(mirror)
  const builder: OutlineBuilder = {
    mirror,
    closed,
    links,
    seen: new Set(),
    parts: new Set(),
    rows: [],
  }
  const { start } = mirror.story
  const held = heldByGroup(mirror)
  if (start && mirror.nodes.has(start)) {
    heading(builder, 'story', () => story(builder, held, start))
  }
  const outermost = (held.get(undefined) ?? []).filter((it) => !builder.parts.has(it.id))
  if (outermost.length > 0) {
    heading(builder, 'kinds.group', () => {
      for (const it of outermost) group(builder, held, it, { level: 2, around: undefined })
    })
  }
  for (const [kind, ids] of rest(builder)) {
    heading(builder, `kinds.${kind}`, () => {
      for (const id of ids) walk(builder, id, 2)
    })
  }
  return counted(builder.rows)
}

/** The rows of what has all the words in its title or in what is chosen to get there, without levels. */
export function matchingRows(mirror: Mirror, words: string): OutlineRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = outlineRows(mirror, new Set()).filter((row) => {
    if (row.node === undefined || row.again) return false
    const text = `${row.title} ${row.label ?? ''}`.toLowerCase()
    return wanted.every((it) => text.includes(it))
  })
  return found.map(({ open: _, ...row }, at) => ({
    ...row,
    level: 1,
    position: at + 1,
    siblings: found.length,
  }))
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
function heading(builder: OutlineBuilder, name: string, list: () => void): void {
  const open = !builder.closed.has(name)
  builder.rows.push({ key: `#${name}`, level: 1, heading: name, title: '', again: false, open })
  const before = builder.rows.length
  list()
  if (!open) builder.rows.length = before
}

/** Lists the story from its start, in parts where it has some. */
function story(builder: OutlineBuilder, held: HeldByGroup, start: string): void {
  const { mirror, closed, rows } = builder
  const first = rows.length
  walk(builder, start, 2)
  const walked = rows.splice(first)
  // A branch that is closed is in its part all the same, so all of it decides what the parts are.
  const whole = closed.size === 0 ? walked : wholeStory(builder, start)
  const parts = partsOf(mirror, whole, 2)
  for (const it of parts) builder.parts.add(it.group.id)
  const begins = new Map<string, NodeCard[]>()
  const ends = new Map<string, number>()
  for (const { group, begin, end } of parts) {
    const key = whole[begin]?.key ?? ''
    begins.set(key, [...(begins.get(key) ?? []), group])
    const next = whole[end]?.key ?? ''
    ends.set(next, (ends.get(next) ?? 0) + 1)
  }
  /** The parts that are open here, the outermost first, and where the rows of a closed one begin. */
  const open: { group: NodeCard; hides: number | undefined }[] = []
  const leave = (count: number) => {
    for (let left = count; left > 0; left--) {
      const part = open.pop()
      if (!part) return
      listUnlisted(builder, held, part.group, open.length + 3)
      if (part.hides !== undefined) rows.length = part.hides
    }
  }
  for (const row of walked) {
    leave(ends.get(row.key) ?? 0)
    for (const it of begins.get(row.key) ?? []) {
      const around = open.at(-1)?.group.id
      const isOpen = !closed.has(it.id)
      rows.push({ ...member(builder, it, open.length + 2, around), open: isOpen })
      builder.seen.add(it.id)
      open.push({ group: it, hides: isOpen ? undefined : rows.length })
    }
    const group = open.at(-1)?.group.id
    const inside = group === undefined || row.again ? {} : { group }
    rows.push({ ...row, level: row.level + open.length, ...inside })
  }
  leave(open.length)
}

/** The rows of the story with all of its branches. */
function wholeStory(builder: OutlineBuilder, start: string): Listed[] {
  const whole = { ...builder, closed: new Set<string>(), seen: new Set<string>(), rows: [] }
  walk(whole, start, 2)
  return whole.rows
}

/** What a group holds that is not listed yet, groups first. */
function unlisted(builder: OutlineBuilder, held: HeldByGroup, group: string): NodeCard[] {
  return (held.get(group) ?? []).filter((it) =>
    it.kind === 'group' ? !builder.parts.has(it.id) : !builder.seen.has(it.id),
  )
}

function listUnlisted(
  builder: OutlineBuilder,
  held: HeldByGroup,
  node: NodeCard,
  level: number,
): void {
  for (const it of unlisted(builder, held, node.id)) {
    if (it.kind === 'group') group(builder, held, it, { level, around: node.id })
    else walk(builder, it.id, level, node.id)
  }
}

/** Lists a node and all it leads to that is not listed yet. */
function walk(builder: OutlineBuilder, from: string, level: number, group?: string): void {
  if (builder.seen.has(from)) return
  const first = { id: from, level, label: '', path: '' }
  const pending: Pending[] = [group === undefined ? first : { ...first, group }]
  for (let next = pending.pop(); next; next = pending.pop()) visit(builder, next, pending)
}

function visit(builder: OutlineBuilder, next: Pending, pending: Pending[]): void {
  const { id, level, label, path, group } = next
  const { mirror, seen, closed, rows } = builder
  const node = mirror.nodes.get(id)
  if (!node) return
  const again = seen.has(id)
  const links = again ? [] : (builder.links.get(id) ?? []).filter((it) => mirror.nodes.has(it.to))
  const branches = links.length > (group === undefined ? 1 : 0)
  const open = branches && !closed.has(id)
  seen.add(id)
  rows.push({
    key: again ? `${path}/${id}` : id,
    level,
    node: id,
    title: node.title,
    kind: node.kind,
    ...(label ? { label } : {}),
    ...(next.link === undefined ? {} : { link: next.link }),
    again,
    ...(group === undefined ? {} : { group }),
    ...(branches ? { open } : {}),
  })
  if (branches && !open) {
    hide(builder, links)
    return
  }
  // The last pushed is listed first.
  for (const link of [...links].reverse()) {
    const inward = branches ? level + 1 : level
    pending.push({ id: link.to, level: inward, label: link.label, path: link.id, link: link.id })
  }
}

/** What a closed branch leads to is not listed again further down. */
function hide(builder: OutlineBuilder, links: LinkCard[]): void {
  const pending = links.map((it) => it.to)
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (builder.seen.has(id)) continue
    builder.seen.add(id)
    for (const link of builder.links.get(id) ?? []) pending.push(link.to)
  }
}

/** A group whose groups go round in a circle, as in a damaged story, counts as outermost. */
function heldByGroup(mirror: Mirror): HeldByGroup {
  const held = new Map<string | undefined, NodeCard[]>()
  const put = (around: string | undefined, node: NodeCard) => {
    const same = held.get(around)
    if (same) same.push(node)
    else held.set(around, [node])
  }
  const nodes = [...mirror.nodes.values()]
  for (const node of nodes.filter((it) => it.kind === 'group')) put(groupAround(mirror, node), node)
  for (const node of nodes.filter((it) => it.kind !== 'group')) {
    const around = groupAround(mirror, node)
    if (around !== undefined) put(around, node)
  }
  return held
}

function groupAround({ nodes }: Mirror, node: NodeCard): string | undefined {
  const isGroup = (id: string | undefined) => id !== undefined && nodes.get(id)?.kind === 'group'
  if (!isGroup(node.parent)) return undefined
  const seen = new Set<string>()
  for (let at = node.parent; at !== undefined && isGroup(at); at = nodes.get(at)?.parent) {
    if (at === node.id) return undefined
    if (seen.has(at)) break
    seen.add(at)
  }
  return node.parent
}

/**
 * Lists a group, the groups inside it, and what of it is not listed yet: a scene that reading leads
 * to is in the story, and a second row for it would have to be distinguished from the first.
 */
function group(
  builder: OutlineBuilder,
  held: HeldByGroup,
  node: NodeCard,
  { level, around }: { level: number; around: string | undefined },
): void {
  const { closed, rows, seen } = builder
  const hasMore = unlisted(builder, held, node.id).length > 0
  const open = !closed.has(node.id)
  rows.push({
    ...member(builder, node, level, around),
    ...(hasMore ? { open } : {}),
  })
  seen.add(node.id)
  const before = rows.length
  listUnlisted(builder, held, node, level + 1)
  // What a closed one holds counts as listed all the same.
  if (!open) rows.length = before
}

function member(
  { seen }: OutlineBuilder,
  { id, title, kind }: NodeCard,
  level: number,
  around: string | undefined,
): Listed {
  return {
    key: `${around ?? 'group'}/${id}`,
    level,
    node: id,
    title,
    kind,
    again: seen.has(id),
    ...(around === undefined ? {} : { group: around }),
  }
}

/** Numbers the rows among those of the same level that belong to the same row above. */
function counted(rows: readonly Listed[]): OutlineRow[] {
  /** The rows of one family, in the order in which families end. */
  const families: OutlineRow[][] = []
  const open: OutlineRow[][] = []
  const result = rows.map((row) => {
    while (open.length > row.level) families.push(open.pop() ?? [])
    while (open.length < row.level) open.push([])
    const family = open[row.level - 1] ?? []
    const placed = { ...row, position: family.length + 1, siblings: 0 }
    family.push(placed)
    return placed
  })
  for (const family of [...families, ...open]) {
    for (const row of family) row.siblings = family.length
  }
  return result
}

/** What is not listed yet, by kind; beginnings before what they lead to. */
function rest({ mirror, seen }: OutlineBuilder): Map<string, string[]> {
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
