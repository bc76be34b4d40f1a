/** Actions of more than one call: what they say when there was nothing to do. */

import { beforeEach, expect, it } from 'vitest'
import { FakeBridge, smallStory } from '../bridge/fake/fakeBridge'
import { Session, useSelection } from '../document'
import { useNotices } from '../state/notices'
import { startText } from '../text'
import { actionContext } from './action'
import { tidyMap } from './storyActions'

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
