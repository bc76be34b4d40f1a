/** The outline lists every node once, and the ways of the story in their order. */

import { describe, expect, it } from 'vitest'
import { FakeBridge, generatedStory, smallStory } from '../../bridge/fake'
import { Session } from '../../document'
import { outlineRows } from './rows'

async function mirrorOf(story = smallStory()) {
  const session = new Session(new FakeBridge(story))
  await session.open()
  return session.mirror
}

const shown = (rows: ReturnType<typeof outlineRows>) =>
  rows.map((it) => `${'  '.repeat(it.level - 1)}${it.heading ?? it.title}${it.again ? ' ↑' : ''}`)

describe('outlineRows', () => {
  it('sets branches in, and goes straight down where there is one way on', async () => {
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

  it('lists every node once and names it again where another link leads to it', async () => {
    const mirror = await mirrorOf()
    const rows = outlineRows(mirror, new Set())
    const first = rows.filter((it) => it.node && !it.again).map((it) => it.node)
    expect(first.sort()).toEqual([...mirror.nodes.keys()].sort())
    expect(new Set(rows.map((it) => it.key)).size).toBe(rows.length)
  })

  it('hides what a closed branch leads to, and lists it nowhere else', async () => {
    const rows = outlineRows(await mirrorOf(), new Set(['n01']))
    expect(rows.find((it) => it.node === 'n01')?.open).toBe(false)
    expect(rows.some((it) => it.node === 'n07')).toBe(false)
  })

  it('lists ten thousand nodes', async () => {
    const mirror = await mirrorOf(generatedStory(10_000))
    const rows = outlineRows(mirror, new Set())
    expect(rows.filter((it) => it.node && !it.again)).toHaveLength(10_000)
  })
})
