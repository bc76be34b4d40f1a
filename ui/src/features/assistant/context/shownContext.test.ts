/** Parsing what a model was shown. */

import { expect, test } from 'vitest'
import { parseShownContext } from './shownContext'

test('parses work after turns if there was some, or some is waiting', () => {
  const took = { asked: 2, input: 900, cached: 100, output: 80, estimated: true }
  expect(parseShownContext({ background: took }).background).toEqual({ ...took, waiting: '' })
  const none = { asked: 0, input: 0, cached: 0, output: 0 }
  expect(parseShownContext({ background: none }).background).toBeUndefined()
  expect(parseShownContext({}).background).toBeUndefined()
  const waiting = { ...none, waiting: 'the model is busy' }
  expect(parseShownContext({ background: waiting }).background?.waiting).toBe('the model is busy')
})
