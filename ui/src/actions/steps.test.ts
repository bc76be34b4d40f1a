/** Actions of more than one call: what they say when there was nothing to do. */

import { beforeEach, expect, it } from 'vitest'
import { FakeBridge, smallStory } from '../bridge/fake'
import { Session, useSelection } from '../document'
import { startText } from '../text'
import { actionContext } from './action'
import { useNotices } from './notices'
import { tidyMap } from './steps'

startText('en')

beforeEach(() => {
  useSelection.getState().clear()
  useNotices.getState().dismiss()
})

it('a map that is tidy already is said to be, and one that was not speaks for itself', async () => {
  const session = new Session(new FakeBridge(smallStory()))
  await session.open()
  await tidyMap(actionContext(session))
  expect(useNotices.getState().notice).toBeUndefined()
  await tidyMap(actionContext(session))
  expect(useNotices.getState().notice?.text).toBe('Nothing to move: the map is tidy already.')
})
