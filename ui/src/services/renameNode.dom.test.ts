/** What is updated with a new title, and the offer to update mentions of the old one. */

import { beforeEach, expect, it } from 'vitest'
import { FakeBridge, type FakeTool } from '../bridge/fake/fakeBridge'
import { Session } from '../document'
import { useNotices } from '../state'
import { startText } from '../text'
import { renameNode } from './renameNode'

startText('en')
beforeEach(() => useNotices.getState().dismiss())

async function renamed(answer: Record<string, unknown>) {
  const rename: FakeTool = ({ args }) => {
    const all = {
      node: { id: 'n11', title: args.title },
      before: 'Mara',
      version: 2,
      same_title: 0,
    }
    return { ...all, ...answer, ...(args.rewrite_mentions ? { rewritten_mentions: 3 } : {}) }
  }
  const bridge = new FakeBridge(undefined, { rename_node: rename, undo: () => ({ count: 1 }) })
  const session = new Session(bridge)
  await session.open()
  const call = bridge.call.bind(bridge)
  bridge.call = async (made) => ({ ...(await call(made)), change: 7 })
  await renameNode(session, 'n11', 'Neo')
  const made = () =>
    bridge.calls.filter((it) => /rename|undo|redo/.test(it.name)).map((it) => [it.name, it.args])
  return { made, notice: () => useNotices.getState().notice }
}

const mentions = [
  { node: 'n01', title: 'The night ferry', count: 2 },
  { node: 'n02', title: 'The deck', count: 1 },
]
const first = { node: 'n11', title: 'Neo', rewrite_links: true }

it('offers to update mentions, which replaces the first rename in the history', async () => {
  const { made, notice } = await renamed({ mentions })
  expect(notice()?.text).toBe('“Mara” is still mentioned 3 times, in The night ferry, The deck')
  expect(made()).toEqual([['rename_node', first]])
  notice()?.action?.perform()
  await expect.poll(() => made().length).toBe(3)
  expect(made()).toEqual([
    ['rename_node', first],
    ['undo', { change: 7, alone: true }],
    ['rename_node', { ...first, rewrite_mentions: true }],
  ])
  await expect.poll(() => notice()?.text).toBe('Changed 3 mentions, in The night ferry, The deck')
})

it('shows no notice without references, and no offer if only links changed', async () => {
  expect((await renamed({})).notice()).toBeUndefined()
  const { notice } = await renamed({ links: mentions, rewritten: 3 })
  expect(notice()?.text).toBe('Updated 3 links to the new title, in The night ferry, The deck')
  expect(notice()?.action).toBeUndefined()
})
