/** What a model was shown, read from what the program tells. */

import { expect, test } from 'vitest'
import { shownIn } from './shown'

test('work after turns is told where there was some, or some waits', () => {
  const took = { asked: 2, input: 900, cached: 100, output: 80, estimated: true }
  expect(shownIn({ background: took }).background).toEqual({ ...took, waiting: '' })
  const none = { asked: 0, input: 0, cached: 0, output: 0 }
  expect(shownIn({ background: none }).background).toBeUndefined()
  expect(shownIn({}).background).toBeUndefined()
  const waiting = { ...none, waiting: 'the model is busy' }
  expect(shownIn({ background: waiting }).background?.waiting).toBe('the model is busy')
})
