/** Back and forward among the nodes that were navigated to. */

import { beforeEach, expect, test } from 'vitest'
import { FakeBridge } from '../bridge/fake/fakeBridge'
import { Session, useSelection } from '../document'
import { goToVisited, useVisited, visitedNode } from './visited'

let session: Session
const goTo = (...nodes: string[]) => {
  for (const it of nodes) useSelection.getState().goTo([it])
}
const step = (by: 1 | -1) => {
  goToVisited(by, session.mirror)
  return useSelection.getState().focused
}

beforeEach(async () => {
  useSelection.getState().clear()
  useVisited.setState({ nodes: [], at: -1 })
  session = new Session(new FakeBridge())
  await session.open()
})

test('steps go back and forward, and a new way replaces what lay ahead', () => {
  expect(visitedNode(-1, session.mirror)).toBeUndefined()
  goTo('n01', 'n02', 'n03')
  expect([step(-1), step(-1), step(-1)]).toEqual(['n02', 'n01', 'n01'])
  expect([step(1), visitedNode(1, session.mirror)]).toEqual(['n02', 'n03'])
  goTo('n11')
  expect(visitedNode(1, session.mirror)).toBeUndefined()
  expect(step(-1)).toBe('n02')
})

test('a card that was only selected is returned to, and so is the last visit from it', () => {
  useSelection.getState().select(['n01'])
  goTo('n02')
  expect(step(-1)).toBe('n01')
  expect(step(1)).toBe('n02')
  useSelection.getState().select(['n03'])
  expect(step(-1)).toBe('n02')
})

test('nodes that are gone from the story are passed over', async () => {
  goTo('n01', 'n02', 'n03')
  await session.data('remove_node', { node: 'n02' })
  await session.refresh()
  expect(step(-1)).toBe('n01')
})
