/** The first scene: when it becomes the start, and when it does not. */

import { expect, it, vi } from 'vitest'
import { FakeBridge } from '../bridge/fake/fakeBridge'
import { Session } from '../document'
import { startWithFirstScene } from './startWithFirstScene'

const empty = () => ({ title: 'Empty', start: null, nodes: new Map(), edges: new Map() })

async function opened(): Promise<[Session, FakeBridge]> {
  const bridge = new FakeBridge(empty())
  // A new story has no change yet, so that its first one is read as a whole.
  bridge.number = 0
  const session = new Session(bridge)
  await session.open()
  startWithFirstScene(session)
  return [session, bridge]
}

const starts = ({ calls }: FakeBridge) => calls.filter((it) => it.name === 'set_start').length

it('makes the first scene that is written here the start', async () => {
  const [session, bridge] = await opened()
  await session.data('create_node', { title: 'Mara', kind: 'character' })
  await session.refresh()
  expect(starts(bridge)).toBe(0)
  await session.data('create_node', { title: 'The pier' })
  await session.refresh()
  const pier = [...bridge.story.nodes.values()].find((it) => it.title === 'The pier')
  await vi.waitFor(() => expect(bridge.story.start).toBe(pier?.id))
  await session.data('create_node', { title: 'The ferry' })
  await session.refresh()
  expect([starts(bridge), bridge.story.start]).toEqual([1, pier?.id])
})

it('leaves a start away that the writer took back', async () => {
  const [session, bridge] = await opened()
  await session.data('create_node', { title: 'The pier' })
  await session.refresh()
  await vi.waitFor(() => expect(bridge.story.start).not.toBeNull())
  await session.data('undo')
  await session.refresh()
  expect([starts(bridge), bridge.story.start]).toEqual([1, null])
})

it('leaves what others write as it is', async () => {
  const [session, bridge] = await opened()
  await bridge.callAs('assistant', { name: 'create_node', args: { title: 'The pier' } })
  await session.refresh()
  expect([session.mirror.nodes.size, starts(bridge)]).toEqual([1, 0])
})
