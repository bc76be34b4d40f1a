/** Actions of more than one call: their notices, and what these offer. */

import { beforeEach, expect, it, vi } from 'vitest'
import { FakeBridge, smallStory } from '../bridge/fake/fakeBridge'
import { Session, useSelection } from '../document'
import { useNotices } from '../state/notices'
import { takeWelcomeRequest } from '../state/welcomeRequest'
import type { WindowContext } from '../state/workspace'
import { startText } from '../text'
import { actionContext } from './action'
import { newStory } from './fileActions'
import { removeSelected, tidyMap } from './storyActions'

startText('en')

beforeEach(() => {
  useSelection.getState().clear()
  useNotices.getState().dismiss()
})

it('reports when tidying the map changes nothing', async () => {
  const session = new Session(new FakeBridge(smallStory()))
  await session.open()
  await tidyMap(actionContext(session))
  expect(useNotices.getState().notice).toBeUndefined()
  await tidyMap(actionContext(session))
  expect(useNotices.getState().notice?.text).toBe('The map is already tidy.')
})

it('the notice of a deletion offers undo', async () => {
  const bridge = new FakeBridge(smallStory())
  const session = new Session(bridge)
  await session.open()
  const [node] = session.mirror.nodes.keys()
  if (node) useSelection.getState().select([node])
  await removeSelected(actionContext(session))
  expect(bridge.story.nodes.has(node ?? '')).toBe(false)
  const { notice } = useNotices.getState()
  expect(notice?.action?.label).toBe('Undo')
  notice?.action?.perform()
  await vi.waitFor(() => expect(bridge.story.nodes.has(node ?? '')).toBe(true))
})

it('in a browser tab, a new story is requested on the welcome screen', async () => {
  const session = new Session(new FakeBridge(smallStory()))
  const left = vi.fn()
  const windowContext = { program: {}, leave: left } as unknown as WindowContext
  await newStory({ ...actionContext(session), windowContext })
  expect(left).toHaveBeenCalledOnce()
  expect([takeWelcomeRequest(), takeWelcomeRequest()]).toEqual(['new', undefined])
})
