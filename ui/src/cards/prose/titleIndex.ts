/**
 * The names of nodes, for prose: the node of a title, and mentions by title or alias. One for each
 * session, kept in sync with it; listeners are called only when a title, an alias, a kind or a
 * node's existence changes, not on each keystroke elsewhere.
 */

import {
  type Mirror,
  type MirrorDelta,
  type NodeCard,
  type Session,
  watchAttributes,
} from '../../document'
import { aliasesIn } from '../attributes/aliases'
import { isInsideWord } from './mention'

/** A node's name in a text. */
export interface NameSpan {
  from: number
  to: number
  node: NodeCard
}

/** All names that begin alike. */
interface AliasBucket {
  /** How long they are, the longest first. */
  lengths: readonly number[]
  nodes: Map<string, NodeCard[]>
}

/** Kinds that a text tells with rather than about: their titles are common words too often. */
const EXPLICIT_ONLY: readonly string[] = ['scene', 'note', 'group']
/** No title is looked for beyond so many characters. */
const LONGEST = 120
const KEY = 2

export class TitleIndex {
  readonly #mirror: Mirror
  readonly #known = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  #byTitle: Map<string, NodeCard[]> | undefined
  #aliases: ReadonlyMap<string, readonly string[]> = new Map()
  #named: Map<string, AliasBucket> | undefined

  constructor(mirror: Mirror) {
    this.#mirror = mirror
    for (const node of mirror.nodes.values()) this.#known.set(node.id, titleKey(node))
    mirror.subscribe((touched) => this.#take(touched))
  }

  /** The node of a title, ignoring letter case; the exact one before others. */
  find(title: string, but?: string): NodeCard | undefined {
    const all =
      this.#titles()
        .get(title.trim().toLowerCase())
        ?.filter((it) => it.id !== but) ?? []
    const node = all.find((it) => it.title === title.trim()) ?? all[0]
    // What the mirror holds now: an excerpt may have changed since.
    return node && this.#mirror.nodes.get(node.id)
  }

  /** Takes what else nodes are called, by their ids. */
  setAliases(aliases: ReadonlyMap<string, readonly string[]>): void {
    if (sameAliases(aliases, this.#aliases)) return
    this.#aliases = aliases
    this.#named = undefined
    for (const listener of this.#listeners) listener()
  }

  /** Where a text names characters, places and the like by words of their own, or any node after `@`. */
  namesIn(text: string, but?: string): NameSpan[] {
    const small = text.toLowerCase()
    // A few letters are longer in small; such a text cannot be looked through by places.
    if (small.length !== text.length) return []
    const found: NameSpan[] = []
    for (let at = 0; at < text.length; at++) {
      const span = small[at] === '@' ? this.#called(text, at, but) : this.#namedAt(small, at, but)
      if (!span) continue
      found.push(span)
      at = span.to - 1
    }
    return found
  }

  /** Hears when what is called how has changed, until the returned function is called. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  #take(touched: MirrorDelta): void {
    let changed = false
    for (const id of touched.whole
      ? new Set([...this.#known.keys(), ...touched.nodes])
      : touched.nodes) {
      const node = this.#mirror.nodes.get(id)
      const sign = node && titleKey(node)
      if (this.#known.get(id) === sign) continue
      changed = true
      if (sign === undefined) this.#known.delete(id)
      else this.#known.set(id, sign)
    }
    if (!changed) return
    this.#byTitle = undefined
    this.#named = undefined
    for (const listener of this.#listeners) listener()
  }

  #titles() {
    if (this.#byTitle) return this.#byTitle
    const byTitle = new Map<string, NodeCard[]>()
    for (const node of this.#mirror.nodes.values())
      add(byTitle, node.title.trim().toLowerCase(), node)
    this.#byTitle = byTitle
    return byTitle
  }

  /** NodeNames by their first two letters: a text is looked through in one go, however many they are. */
  #names() {
    if (this.#named) return this.#named
    const named = new Map<string, AliasBucket>()
    const take = (name: string, node: NodeCard) => {
      if (name.length < KEY || EXPLICIT_ONLY.includes(node.kind)) return
      const key = name.slice(0, KEY)
      const beginning = named.get(key) ?? { lengths: [], nodes: new Map<string, NodeCard[]>() }
      named.set(key, beginning)
      add(beginning.nodes, name, node)
    }
    for (const [title, nodes] of this.#titles()) for (const node of nodes) take(title, node)
    // A title comes before an alias of another.
    for (const [id, aliases] of this.#aliases) {
      const node = this.#mirror.nodes.get(id)
      if (node) for (const alias of aliases) take(alias.toLowerCase(), node)
    }
    for (const it of named.values()) {
      const lengths = new Set([...it.nodes.keys()].map((name) => name.length))
      it.lengths = [...lengths].sort((a, b) => b - a)
    }
    this.#named = named
    return named
  }

  #namedAt(small: string, at: number, but: string | undefined): NameSpan | undefined {
    const beginning = this.#names().get(small.slice(at, at + KEY))
    if (!beginning || isPartOfWord(small, at)) return undefined
    for (const length of beginning.lengths) {
      const nodes = beginning.nodes.get(small.slice(at, at + length))
      const node = nodes?.find((it) => it.id !== but)
      if (node && !isPartOfWord(small, at + length)) return { from: at, to: at + length, node }
    }
    return undefined
  }

  #byAlias(small: string, but: string | undefined): NodeCard | undefined {
    const named = this.#names().get(small.slice(0, KEY))
    return named?.nodes.get(small)?.find((it) => it.id !== but)
  }

  /** The longest title that stands after an `@`. */
  #called(text: string, at: number, but: string | undefined): NameSpan | undefined {
    if (isInsideWord(text[at - 1])) return undefined
    const end = text.indexOf('\n', at)
    const last = Math.min(end < 0 ? text.length : end, at + 1 + LONGEST)
    for (let to = last; to > at + 1; to--) {
      if (/\s/.test(text[to - 1] ?? '') || isPartOfWord(text, to)) continue
      const called = text.slice(at + 1, to)
      const node = this.find(called, but) ?? this.#byAlias(called.toLowerCase(), but)
      if (node) return { from: at, to, node }
    }
    return undefined
  }
}

const kept = new WeakMap<Session, TitleIndex>()

/** What the nodes of a session's story are called, for as long as it lasts. */
export function titleIndexOf(session: Session): TitleIndex {
  const found = kept.get(session)
  if (found) return found
  const titles = new TitleIndex(session.mirror)
  kept.set(session, titles)
  watchAttributes(session, (held) => {
    const aliases = [...held].map(([id, pairs]) => [id, aliasesIn(pairs)] as const)
    titles.setAliases(new Map(aliases.filter(([, names]) => names.length > 0)))
  })
  return titles
}

function sameAliases(
  a: ReadonlyMap<string, readonly string[]>,
  b: ReadonlyMap<string, readonly string[]>,
): boolean {
  const same = ([id, names]: [string, readonly string[]]) =>
    names.join('\n') === b.get(id)?.join('\n')
  return a.size === b.size && [...a].every(same)
}

function titleKey({ title, kind }: NodeCard): string {
  return `${kind} ${title}`
}

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Whether a word goes on at this place, in scripts with spaces, as the program says it. */
function isPartOfWord(text: string, at: number): boolean {
  return standsInWords(text[at - 1]) && standsInWords(text[at])
}

/** Letters and digits before the scripts of East Asia; particles of Korean stick to names. */
function standsInWords(letter: string | undefined): boolean {
  if (letter === undefined || letter >= '\u2e80') return false
  return /[\p{Alphabetic}\p{N}]/u.test(letter) && !(letter >= '\u1100' && letter <= '\u11ff')
}
