/** What a collapsed branch hides. */

import { expect, it } from 'vitest'
import { collapsedBranches, hasBranch } from './branches'
import { Mirror } from './mirror'

/** A story of links, each written as the letters of its ends; `start` is a. */
function story(...links: string[]): Mirror {
  const mirror = new Mirror()
  const node = (id: string) => ({ id, title: id, kind: 'scene', x: 0, y: 0, words: 1 })
  const more = { excerpt: '', capabilities: [] }
  mirror.apply({
    number: 1,
    whole: true,
    story: { id: 's', title: 's', start: 'a' },
    kinds: {},
    nodes: [...new Set(links.join(''))].map((id) => ({ ...node(id), ...more })),
    edges: links
      .filter((it) => it.length === 2)
      .map((id) => ({ id, from: id[0] ?? '', to: id[1] ?? '', label: '', order: 0 })),
    removed_nodes: [],
    removed_edges: [],
  })
  return mirror
}

const hidden = (mirror: Mirror, ...collapsed: string[]) =>
  [...collapsedBranches(mirror, new Set(collapsed)).hidden].sort().join('')

it('hides what can be reached only through the branch', () => {
  const mirror = story('ab', 'bc', 'cd', 'ae', 'ed', 'z')
  expect(hidden(mirror, 'b')).toBe('c')
  expect(hidden(mirror, 'b', 'e')).toBe('cd')
  expect(hidden(mirror, 'a')).toBe('bcde')
  expect(hidden(mirror, 'd')).toBe('')
  expect(hidden(mirror)).toBe('')
  expect([hasBranch(mirror, 'b'), hasBranch(mirror, 'd'), hasBranch(mirror, 'z')]).toEqual([
    true,
    false,
    false,
  ])
})

it('counts hidden nodes, and none for a branch that is hidden itself', () => {
  const mirror = story('ab', 'bc', 'cd')
  const { behind } = collapsedBranches(mirror, new Set(['b', 'c', 'gone']))
  expect([...behind]).toEqual([['b', 2]])
})

it('keeps the card of a collapsed branch visible, even in cycles', () => {
  expect(hidden(story('ab', 'bc', 'cb'), 'b')).toBe('c')
  expect(hidden(story('ab', 'ba'), 'a')).toBe('b')
  expect(hidden(story('a', 'xy', 'yx'), 'x')).toBe('y')
})
