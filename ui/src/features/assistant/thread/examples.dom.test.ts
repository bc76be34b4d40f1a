/** Examples name existing cards. */

import { expect, it } from 'vitest'
import { FakeBridge } from '../../../bridge/fake/fakeBridge'
import { Session } from '../../../document'
import { examplesFor } from './examples'

async function shownExamples(focused?: string, kinds?: string[]) {
  const bridge = new FakeBridge()
  if (kinds) {
    const kept = [...bridge.story.nodes].filter(([, it]) => kinds.includes(it.kind))
    bridge.story = { ...bridge.story, nodes: new Map(kept), edges: new Map() }
  }
  const session = new Session(bridge)
  await session.open()
  const found = examplesFor(session.mirror, focused)
  session.close()
  return found.map(({ key, title }) => `${key}: ${title ?? ''}`)
}

it('mentions one character by name, and the start', async () => {
  const [rename, after, portrait] = await shownExamples()
  expect(after).toBe('after: The night ferry')
  expect(rename?.replace('rename', '')).toBe(portrait?.replace('portrait', ''))
  expect(rename).toMatch(/^rename: \S/)
})

it('mentions the selected character', async () => {
  const session = new Session(new FakeBridge())
  await session.open()
  const all = [...session.mirror.nodes.values()].filter((it) => it.kind === 'character')
  session.close()
  const last = all.at(-1)
  expect((await shownExamples(last?.id))[0]).toBe(`rename: ${last?.title}`)
})

it('suggests how to start without characters', async () => {
  expect(await shownExamples(undefined, ['scene'])).toEqual([
    'character: ',
    'after: The night ferry',
  ])
  expect(await shownExamples(undefined, [])).toEqual(['character: ', 'scene: '])
})
