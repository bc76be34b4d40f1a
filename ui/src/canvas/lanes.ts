/** Which links connect the same two cards, and their order next to each other. */

import type { Lane } from './linkCurve'

interface Link {
  id: string
  from: string
  to: string
}

export class Lanes<L extends Link> {
  /** Most cards are connected by one link only, which is stored without a list. */
  readonly #pairs = new Map<string, L | L[]>()

  clear(): void {
    this.#pairs.clear()
  }

  add(link: L): void {
    const key = pairOf(link)
    const known = this.#pairs.get(key)
    if (!known) this.#pairs.set(key, link)
    else if (Array.isArray(known)) known.splice(place(known, link), 0, link)
    else this.#pairs.set(key, before(known, link) ? [known, link] : [link, known])
  }

  remove(link: Link): void {
    const key = pairOf(link)
    const known = this.#pairs.get(key)
    if (!Array.isArray(known)) {
      this.#pairs.delete(key)
      return
    }
    const left = known.filter((it) => it.id !== link.id)
    const [only] = left
    if (left.length === 1 && only) this.#pairs.set(key, only)
    else this.#pairs.set(key, left)
  }

  /** All links between the same two cards, including this one. */
  beside(link: L): readonly L[] {
    const known = this.#pairs.get(pairOf(link))
    return Array.isArray(known) ? known : [known ?? link]
  }

  lane(link: L): Lane {
    const all = this.beside(link)
    return { at: Math.max(0, all.indexOf(link)), of: all.length }
  }
}

function pairOf({ from, to }: Link): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`
}

/** Links of one direction stay together, older ones first. */
function before(a: Link, b: Link): boolean {
  const [backA, backB] = [a.from > a.to, b.from > b.to]
  return backA === backB ? a.id < b.id : !backA
}

function place(links: readonly Link[], link: Link): number {
  const at = links.findIndex((it) => before(link, it))
  return at < 0 ? links.length : at
}
