/** The badges of cards that say what is heard there. */

import { expect, test } from 'vitest'
import type { NodeCard } from '../../../document'
import { badgesOf } from './badges'

test('a card shows that something is heard there, or that music stops', () => {
  const card = { id: 'n1', title: 'Harbor', ending: true } as NodeCard
  const kinds = (sound?: NodeCard['sound']) =>
    badgesOf(sound ? { ...card, sound } : card, null).map((it) => it.kind)
  expect(kinds()).toEqual(['ending'])
  expect(kinds({ name: 'Rain', plays: 'music' })).toEqual(['sound', 'ending'])
  expect(kinds({ plays: 'silence' })).toEqual(['silence', 'ending'])
})
