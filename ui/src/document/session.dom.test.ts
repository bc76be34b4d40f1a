/** The mirror stays in sync with the program. */

import { describe, expect, it, vi } from 'vitest'
import { FakeBridge } from '../bridge/fake/fakeBridge'
import { Mirror } from './mirror'
import { Session } from './session'
import type { MapSnapshot, NodeCard } from './types'

function reading(part: Partial<MapSnapshot>): MapSnapshot {
  return {
    number: 1,
    whole: false,
    story: { id: 's', title: 'S', start: null },
    kinds: {},
    nodes: [],
    edges: [],
    removed_nodes: [],
    removed_edges: [],
    ...part,
  }
}

function node(id: string, title = id): NodeCard {
  return { id, title, kind: 'scene', x: 0, y: 0, excerpt: '', words: 0, capabilities: [] }
}

describe('Mirror', () => {
  it('merges a snapshot and reports which ids changed', () => {
    const mirror = new Mirror()
    mirror.apply(reading({ whole: true, nodes: [node('a'), node('b')] }))
    const touched = mirror.apply(
      reading({ number: 2, nodes: [node('a', 'New')], removed_nodes: ['b', 'unknown'] }),
    )
    expect([...touched.nodes]).toEqual(['a', 'b'])
    expect([...mirror.nodes.values()].map((it) => it.title)).toEqual(['New'])
  })

  it('ignores an outdated snapshot', () => {
    const mirror = new Mirror()
    mirror.apply(reading({ whole: true, number: 5, nodes: [node('a')] }))
    mirror.apply(reading({ number: 4, removed_nodes: ['a'] }))
    expect([...mirror.nodes.keys()]).toEqual(['a'])
    expect(mirror.number).toBe(5)
  })

  it('returns the outgoing links of a node in order', () => {
    const mirror = new Mirror()
    const edge = (id: string, order: number) => ({ id, from: 'a', to: 'b', label: '', order })
    mirror.apply(reading({ whole: true, edges: [edge('second', 1), edge('first', 0)] }))
    expect(mirror.edgesFrom('a').map((it) => it.id)).toEqual(['first', 'second'])
    expect(mirror.edgesTo('b')).toHaveLength(2)
  })
})

describe('Session', () => {
  it('shows changes of a call after reading them back', async () => {
    const session = new Session(new FakeBridge())
    await session.open()
    await session.call('rename_node', { node: 'n01', title: '夜渡' })
    await vi.waitFor(() => expect(session.mirror.nodes.get('n01')?.title).toBe('夜渡'))
    session.close()
  })

  it('reads only what changed since the last read', async () => {
    const bridge = new FakeBridge()
    const session = new Session(bridge)
    await session.open()
    await session.call('create_node', { title: 'Epilogue', after: 'n10' })
    await vi.waitFor(() => expect(session.mirror.nodes.size).toBe(20))
    const reads = bridge.calls.filter((it) => it.name === 'read_map').map((it) => it.args)
    expect(reads).toEqual([{}, { since: 1 }])
    session.close()
  })

  it('throws the program’s error message when a call fails', async () => {
    const session = new Session(new FakeBridge())
    await expect(session.data('rename_node', { node: 'nobody', title: 'x' })).rejects.toMatchObject(
      {
        report: { code: 'NOT_FOUND', message: 'there is no node “nobody”' },
      },
    )
  })

  it('undoes and redoes steps', async () => {
    const session = new Session(new FakeBridge())
    await session.open()
    await session.call('remove_node', { node: 'n04' })
    await session.call('undo')
    await session.refresh()
    expect(session.mirror.nodes.has('n04')).toBe(true)
    expect(session.mirror.edgesTo('n04')).toHaveLength(2)
    await session.call('redo')
    await session.refresh()
    expect(session.mirror.nodes.has('n04')).toBe(false)
    session.close()
  })
})
