/** Finds nodes by typed parts of their titles. */

import type { Mirror } from './mirror'
import type { NodeCard } from './types'

/** How many titles are offered at once. */
const OFFERED = 40

export function nodesTitled(mirror: Mirror, title: string): NodeCard[] {
  const wanted = title.toLowerCase()
  return [...mirror.nodes.values()].filter((it) => it.title.toLowerCase() === wanted)
}

export function matchingTitles(mirror: Mirror, typed: string): string[] {
  const wanted = typed.toLowerCase()
  const found = new Set<string>()
  for (const { title } of mirror.nodes.values()) {
    if (title.toLowerCase().includes(wanted)) found.add(title)
    if (found.size === OFFERED) break
  }
  return [...found]
}
