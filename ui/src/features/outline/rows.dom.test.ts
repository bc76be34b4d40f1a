/** The outline lists every node once, in the order of the story's paths. */

import { describe, expect, it } from 'vitest'
import { FakeBridge, generatedStory, smallStory } from '../../bridge/fake/fakeBridge'
import { Session } from '../../document'
import { endOfGroup, groupPlace } from './groupSequence'
import { type OutlineRow, outlineRows } from './rows'
import { neighborPlace } from './useRowDrag'

async function mirrorOf(story = smallStory()) {
  const session = new Session(new FakeBridge(story))
  await session.open()
  return session.mirror
}

const shown = (rows: ReturnType<typeof outlineRows>) =>
  rows.map((it) => `${'  '.repeat(it.level - 1)}${it.heading ?? it.title}${it.again ? ' ↑' : ''}`)

describe('outlineRows', () => {
  it('indents branches, but not a single continuation', async () => {
    expect(shown(outlineRows(await mirrorOf(), new Set())).slice(0, 9)).toEqual([
      'story',
      '  The night ferry',
      '    Talk to the captain',
      '    雾中的码头',
      '      The keeper’s door',
      '      The singing glass',
      '        打碎它',
      '        Morning',
      '        The night ferry ↑',
    ])
  })

  it('lists every node once, with references where other links lead to it', async () => {
    const mirror = await mirrorOf()
    const rows = outlineRows(mirror, new Set())
    const first = rows.filter((it) => it.node && !it.again).map((it) => it.node)
    expect(first.sort()).toEqual([...mirror.nodes.keys()].sort())
    expect(new Set(rows.map((it) => it.key)).size).toBe(rows.length)
  })

  it('hides the content of a collapsed branch, and lists it nowhere else', async () => {
    const rows = outlineRows(await mirrorOf(), new Set(['n01']))
    expect(rows.find((it) => it.node === 'n01')?.open).toBe(false)
    expect(rows.some((it) => it.node === 'n07')).toBe(false)
  })

  it('shows groups within groups, each node once, with no key twice', async () => {
    const story = smallStory()
    const frame = { kind: 'group', text: '', items: [], x: 0, y: 0 }
    story.nodes.set('g1', { ...frame, id: 'g1', title: 'Outer' })
    story.nodes.set('g2', { ...frame, id: 'g2', title: 'Inner', parent: 'g1' })
    // Round in a circle, as no program makes them.
    story.nodes.set('g3', { ...frame, id: 'g3', title: 'Round', parent: 'g4' })
    story.nodes.set('g4', { ...frame, id: 'g4', title: 'And round', parent: 'g3' })
    for (const [id, parent] of [
      ['n11', 'g2'],
      ['n05', 'g1'],
      ['n06', 'g3'],
    ] as const) {
      const node = story.nodes.get(id)
      if (node) story.nodes.set(id, { ...node, parent })
    }
    story.edges.set('to-group', { id: 'to-group', from: 'n10', to: 'g1', label: '', order: 9 })
    const rows = outlineRows(await mirrorOf(story), new Set())
    const at = rows.findIndex((it) => it.title === 'Outer' && it.level === 2)
    const parts = rows.slice(at).filter((it) => it.group !== undefined || it.kind === 'group')
    // A scene that reading leads to has no second row in its group.
    expect(shown(parts)).toEqual([
      // A link leads to it, so that the story names it too.
      '  Outer ↑',
      '    Inner',
      '      Mara Lindqvist',
      '  Round',
      '  And round',
    ])
    const names = rows.filter((it) => it.title === 'The keeper’s door' && !it.again)
    expect(names.map((it) => it.group)).toEqual([undefined])
    expect(new Set(rows.map((it) => it.key)).size).toBe(rows.length)
  })

  /** A prologue, two parts with a group of scenes in the first, and an epilogue. */
  function novel() {
    const story = smallStory()
    story.nodes.clear()
    story.edges.clear()
    const plain = { text: '', items: [], x: 0, y: 0 }
    const put = (id: string, kind: string, parent?: string) =>
      story.nodes.set(id, { ...plain, id, title: id, kind, ...(parent ? { parent } : {}) })
    put('One', 'group')
    put('Night', 'group', 'One')
    put('Two', 'group')
    const scenes = ['prologue', 'a', 'b', 'c', 'd', 'e', 'epilogue']
    const parents = [undefined, 'One', 'Night', 'Night', 'One', 'Two', undefined]
    for (const [at, id] of scenes.entries()) put(id, 'scene', parents[at])
    put('Ada', 'character', 'Two')
    for (const [at, to] of scenes.slice(1).entries()) {
      story.edges.set(to, { id: to, from: scenes[at] ?? '', to, label: '', order: 0 })
    }
    story.start = 'prologue'
    return story
  }

  it('lists groups as parts where their scenes follow one another', async () => {
    const mirror = await mirrorOf(novel())
    const rows = outlineRows(mirror, new Set())
    expect(shown(rows)).toEqual([
      'story',
      '  prologue',
      '  One',
      '    a',
      '    Night',
      '      b',
      '      c',
      '    d',
      '  Two',
      '    e',
      '    Ada',
      '  epilogue',
    ])
    expect(rows.flatMap((it) => (it.group ? `${it.group}: ${it.title}` : []))).toEqual([
      'One: a',
      'One: Night',
      'Night: b',
      'Night: c',
      'One: d',
      'Two: e',
      'Two: Ada',
    ])
    expect(new Set(rows.map((it) => it.key)).size).toBe(rows.length)
    const closed = outlineRows(mirror, new Set(['One']))
    expect(shown(closed).slice(1, 5)).toEqual(['  prologue', '  One', '  Two', '    e'])
    expect(closed.find((it) => it.node === 'One')?.open).toBe(false)
  })

  it('moves a scene by one place into the part it is then read in', async () => {
    const session = new Session(new FakeBridge(novel()))
    await session.open()
    const rows = outlineRows(session.mirror, new Set())
    const place = (title: string, side: 'above' | 'below') =>
      neighborPlace(
        session,
        rows,
        rows.findIndex((it) => it.title === title),
        side,
      )
    expect(place('e', 'above')).toEqual({ node: 'e', after: 'c', before: 'd', group: 'One' })
    expect(place('d', 'below')).toEqual({ node: 'd', after: 'e', group: 'Two' })
    expect(place('c', 'above')).toEqual({ node: 'c', after: 'a', before: 'b' })
    expect(place('e', 'below')).toEqual({ node: 'e', after: 'epilogue', group: '' })
  })

  it('moves a group by one place, past what is beside it', async () => {
    const session = new Session(new FakeBridge(novel()))
    await session.open()
    const rows = outlineRows(session.mirror, new Set())
    const place = (title: string, side: 'above' | 'below') => {
      const at = rows.findIndex((it) => it.title === title)
      return neighborPlace(session, rows, at, side)
    }
    expect(place('Night', 'below')).toEqual({ node: 'Night', after: 'd' })
    expect(place('Night', 'above')).toEqual({ node: 'Night', before: 'a' })
    expect(place('One', 'below')).toEqual({ node: 'One', after: 'Two' })
    expect(place('Two', 'above')).toEqual({ node: 'Two', before: 'One' })
    expect(place('Two', 'below')).toEqual({ node: 'Two', after: 'epilogue' })
  })

  it('moves a group at the end of a part into the next one, and back', async () => {
    const story = novel()
    const last = story.nodes.get('d')
    if (last) story.nodes.set('d', { ...last, parent: 'Night' })
    const session = new Session(new FakeBridge(story))
    await session.open()
    const rows = outlineRows(session.mirror, new Set())
    const at = rows.findIndex((it) => it.title === 'Night')
    const next = { node: 'Night', before: 'e', group: 'Two' }
    expect(neighborPlace(session, rows, at, 'below')).toEqual(next)
    // The first chapter of a part goes to the end of the part before.
    const first = story.nodes.get('e')
    const night = story.nodes.get('Night')
    if (!first || !night) throw new Error('both are there')
    story.nodes.set('Storm', { ...night, id: 'Storm', title: 'Storm', parent: 'Two' })
    story.nodes.set('e', { ...first, parent: 'Storm' })
    const other = new Session(new FakeBridge(story))
    await other.open()
    const more = outlineRows(other.mirror, new Set())
    const storm = more.findIndex((it) => it.title === 'Storm')
    const back = { node: 'Storm', after: 'd', group: 'One' }
    expect(neighborPlace(other, more, storm, 'above')).toEqual(back)
  })

  it('puts a group between rows where one of its depth ends or begins', async () => {
    const mirror = await mirrorOf(novel())
    const rows = outlineRows(mirror, new Set())
    const row = (title: string) => rows.findIndex((it) => it.title === title)
    const place = (dragged: string, over: string, side: 'above' | 'below') =>
      groupPlace(mirror, rows, rows[row(dragged)] as OutlineRow, row(over), side)
    expect(place('Two', 'One', 'above')).toEqual({ node: 'Two', before: 'One' })
    expect(place('One', 'epilogue', 'below')).toEqual({ node: 'One', after: 'epilogue' })
    expect(place('Two', 'd', 'below')).toEqual({ node: 'Two', after: 'One' })
    expect(place('Night', 'd', 'below')).toEqual({ node: 'Night', after: 'd' })
    // Above the next part, a chapter stays in its own.
    expect(place('Night', 'Two', 'above')).toEqual({ node: 'Night', after: 'd' })
    expect(place('Night', 'epilogue', 'below')).toEqual({
      node: 'Night',
      after: 'epilogue',
      group: '',
    })
    expect(place('Two', 'b', 'below'), 'in the middle of a chapter').toBeUndefined()
    expect(place('One', 'b', 'below'), 'in itself').toBeUndefined()
  })

  it('reads what is dragged into a group at its end, unless a choice leads to it', async () => {
    const story = novel()
    const mirror = await mirrorOf(story)
    const rows = outlineRows(mirror, new Set())
    const into = (title: string, group: string, from = mirror, all = rows) => {
      const row = all.find((it) => it.title === title)
      return row && endOfGroup(from, all, row, group)
    }
    expect(into('a', 'Two')).toEqual({ node: 'a', after: 'Two', group: 'Two' })
    expect(into('Night', 'Two')).toEqual({ node: 'Night', after: 'Two', group: 'Two' })
    expect(into('a', 'One'), 'it is in it').toBeUndefined()
    expect(into('One', 'Night'), 'into itself').toBeUndefined()
    expect(into('Ada', 'One'), 'nobody reads it').toBeUndefined()
    for (const edge of story.edges.values()) {
      if (edge.to === 'a') story.edges.set(edge.id, { ...edge, label: 'Look' })
    }
    const chosen = await mirrorOf(story)
    expect(into('a', 'Two', chosen, outlineRows(chosen, new Set()))).toBeUndefined()
  })

  it('lists no group as a part whose scenes are apart, or end inside a branch', async () => {
    const apart = novel()
    const epilogue = apart.nodes.get('epilogue')
    if (epilogue) apart.nodes.set('epilogue', { ...epilogue, parent: 'One' })
    const rows = shown(outlineRows(await mirrorOf(apart), new Set()))
    expect(rows.slice(0, 6)).toEqual(['story', '  prologue', '  a', '  Night', '    b', '    c'])
    expect(rows.slice(-2)).toEqual(['kinds.group', '  One'])
    const branching = novel()
    branching.edges.set('more', { id: 'more', from: 'd', to: 'Ada', label: 'ask', order: 1 })
    const closed = outlineRows(await mirrorOf(branching), new Set(['d']))
    expect(shown(closed).filter((it) => /One|Two/.test(it))).toEqual(['  One', '  Two'])
    expect(closed.find((it) => it.node === 'One')?.level).toBe(2)
    expect(closed.find((it) => it.node === 'a')?.level).toBe(2)
  })

  it('numbers each row among its siblings', async () => {
    const rows = outlineRows(await mirrorOf(), new Set())
    const top = rows.filter((it) => it.level === 1)
    expect(top.map((it) => it.position)).toEqual(top.map((_, index) => index + 1))
    expect(top.every((it) => it.siblings === top.length)).toBe(true)
    const glass = rows.findIndex((it) => it.title === 'The singing glass')
    const level = rows[glass]?.level ?? 0
    const end = rows.findIndex((it, at) => at > glass && it.level <= level)
    const inside = rows.slice(glass + 1, end).filter((it) => it.level === level + 1)
    expect(inside.length).toBeGreaterThan(2)
    expect(inside.map((it) => it.position)).toEqual(inside.map((_, at) => at + 1))
    expect(inside.every((it) => it.siblings === inside.length)).toBe(true)
  })

  it('shows the choice that leads to a row', async () => {
    const rows = outlineRows(await mirrorOf(), new Set())
    const labels = [...(await mirrorOf()).edges.values()].map((it) => it.label).filter(Boolean)
    expect(labels.length).toBeGreaterThan(0)
    for (const label of labels) expect(rows.some((it) => it.label === label)).toBe(true)
  })

  it('lists ten thousand nodes', async () => {
    const mirror = await mirrorOf(generatedStory(10_000))
    const rows = outlineRows(mirror, new Set())
    expect(rows.filter((it) => it.node && !it.again)).toHaveLength(10_000)
  })
})
