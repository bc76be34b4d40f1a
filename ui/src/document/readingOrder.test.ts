/** The reading order of a story. */

import { describe, expect, it } from 'vitest'
import { Mirror } from './mirror'
import { descendantsOf, readingOrder, shortestPath } from './readingOrder'
import type { NodeCard } from './types'

function story(links: string[], more: Partial<NodeCard>[] = []): Mirror {
  const mirror = new Mirror()
  const ids = [...new Set([...links.join(''), ...more.map((it) => it.id ?? '')])]
  const nodes = ids.map((id, at) => ({
    id,
    title: id,
    kind: 'scene',
    x: at * 300,
    y: 0,
    excerpt: '',
    words: 1,
    capabilities: [],
    ...more.find((it) => it.id === id),
  }))
  const edges = links.map((it, order) => ({
    id: it,
    from: it[0] ?? '',
    to: it[1] ?? '',
    label: '',
    order,
  }))
  const header = { id: 's', title: 's', start: 'a' }
  const gone = { removed_nodes: [], removed_edges: [] }
  mirror.apply({ number: 1, whole: true, story: header, kinds: {}, nodes, edges, ...gone })
  return mirror
}

describe('reading', () => {
  it('follows choices in order and places a join after both branches', () => {
    expect(readingOrder(story(['ab', 'ac', 'bd', 'cd', 'de'])).join('')).toBe('abcde')
  })

  it('handles cycles and appends unreachable nodes', () => {
    expect(readingOrder(story(['ab', 'ba'], [{ id: 'z' }])).join('')).toBe('abz')
  })

  it('reads fifty thousand nodes in a row', () => {
    const mirror = story(['ab'])
    const node = mirror.nodes.get('a') as NodeCard
    for (let at = 0; at < 50_000; at++) {
      mirror.nodes.set(`n${at}`, { ...node, id: `n${at}` })
      const to = `n${at + 1}`
      mirror.edges.set(`e${at}`, { id: `e${at}`, from: `n${at}`, to, label: '', order: 0 })
    }
    expect(readingOrder(mirror).slice(0, 5)).toEqual(['a', 'b', 'n0', 'n1', 'n2'])
  })

  it('finds the shortest path, or none', () => {
    const mirror = story(['ab', 'bc', 'cd', 'ad'])
    expect(shortestPath(mirror, 'a', 'd')).toEqual(['a', 'd'])
    expect(shortestPath(mirror, 'd', 'a')).toBeUndefined()
  })

  it('lists the contents of a group, including nested groups', () => {
    const group = (id: string, parent?: string) => ({
      id,
      kind: 'group',
      ...(parent ? { parent } : {}),
    })
    const mirror = story(['ab'], [group('g'), group('h', 'g'), { id: 'a', parent: 'h' }])
    expect([...descendantsOf(mirror, 'g')].sort()).toEqual(['a', 'h'])
    expect(readingOrder(mirror).join('')).toBe('ab')
  })
})
