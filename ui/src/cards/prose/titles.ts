/**
 * The titles of a story for prose: a title's node, and where a text names one. One for each mirror,
 * kept in step with it; whoever draws names hears only when a title, a kind or a node's being there
 * changed, not each keystroke somewhere.
 */

import type { Mirror, NodeCard, Touched } from '../../document'

/** A node's name in a text. */
export interface NameSpan {
  from: number
  to: number
  node: NodeCard
}

/** Kinds that a text tells with rather than about: their titles are common words too often. */
const TOLD: readonly string[] = ['scene', 'note', 'group']
/** No title is looked for beyond so many characters. */
const LONGEST = 120
const KEY = 2

export class Titles {
  readonly #mirror: Mirror
  readonly #known = new Map<string, string>()
  readonly #heard = new Set<() => void>()
  #byTitle: Map<string, NodeCard[]> | undefined
  #named: Map<string, [string, NodeCard][]> | undefined

  constructor(mirror: Mirror) {
    this.#mirror = mirror
    for (const node of mirror.nodes.values()) this.#known.set(node.id, signOf(node))
    mirror.subscribe((touched) => this.#take(touched))
  }

  /** The node of a title, letter case aside; the exact one before others. */
  find(title: string, but?: string): NodeCard | undefined {
    const all =
      this.#titles()
        .get(title.trim().toLowerCase())
        ?.filter((it) => it.id !== but) ?? []
    const node = all.find((it) => it.title === title.trim()) ?? all[0]
    // What the mirror holds now: an excerpt may have changed since.
    return node && this.#mirror.nodes.get(node.id)
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
    this.#heard.add(changed)
    return () => this.#heard.delete(changed)
  }

  #take(touched: Touched): void {
    let changed = false
    for (const id of touched.whole
      ? new Set([...this.#known.keys(), ...touched.nodes])
      : touched.nodes) {
      const node = this.#mirror.nodes.get(id)
      const sign = node && signOf(node)
      if (this.#known.get(id) === sign) continue
      changed = true
      if (sign === undefined) this.#known.delete(id)
      else this.#known.set(id, sign)
    }
    if (!changed) return
    this.#byTitle = undefined
    this.#named = undefined
    for (const heard of this.#heard) heard()
  }

  #titles() {
    if (this.#byTitle) return this.#byTitle
    const byTitle = new Map<string, NodeCard[]>()
    for (const node of this.#mirror.nodes.values())
      add(byTitle, node.title.trim().toLowerCase(), node)
    this.#byTitle = byTitle
    return byTitle
  }

  /** Names by their first two letters, the longest first. */
  #names() {
    if (this.#named) return this.#named
    const named = new Map<string, [string, NodeCard][]>()
    for (const [title, nodes] of this.#titles())
      for (const node of nodes)
        if (title.length >= KEY && !TOLD.includes(node.kind))
          add(named, title.slice(0, KEY), [title, node])
    for (const list of named.values()) list.sort((a, b) => b[0].length - a[0].length)
    this.#named = named
    return named
  }

  #namedAt(small: string, at: number, but: string | undefined): NameSpan | undefined {
    const all = this.#names().get(small.slice(at, at + KEY)) ?? []
    for (const [title, node] of all) {
      if (node.id === but || !small.startsWith(title, at)) continue
      if (isPartOfWord(small, at, at + title.length)) continue
      return { from: at, to: at + title.length, node }
    }
    return undefined
  }

  /** The longest title that stands after an `@`. */
  #called(text: string, at: number, but: string | undefined): NameSpan | undefined {
    if (at > 0 && /[\p{Script=Latin}\p{N}_.-]/u.test(text[at - 1] ?? '')) return undefined
    const end = text.indexOf('\n', at)
    const last = Math.min(end < 0 ? text.length : end, at + 1 + LONGEST)
    for (let to = last; to > at + 1; to--) {
      if (/\s/.test(text[to - 1] ?? '') || isPartOfWord(text, at + 1, to)) continue
      const node = this.find(text.slice(at + 1, to), but)
      if (node) return { from: at, to, node }
    }
    return undefined
  }
}

const kept = new WeakMap<Mirror, Titles>()

/** The titles of a mirror's story. */
export function titlesOf(mirror: Mirror): Titles {
  const found = kept.get(mirror) ?? new Titles(mirror)
  kept.set(mirror, found)
  return found
}

function signOf({ title, kind }: NodeCard): string {
  return `${kind} ${title}`
}

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Whether a place is only a part of a longer word, in scripts with spaces, as the program says it. */
function isPartOfWord(text: string, from: number, to: number): boolean {
  const joins = (at: number) => standsInWords(text[at - 1]) && standsInWords(text[at])
  return joins(from) || joins(to)
}

/** Letters and digits before the scripts of East Asia; particles of Korean stick to names. */
function standsInWords(letter: string | undefined): boolean {
  if (letter === undefined || letter >= '\u2e80') return false
  return /[\p{Alphabetic}\p{N}]/u.test(letter) && !(letter >= '\u1100' && letter <= '\u11ff')
}
