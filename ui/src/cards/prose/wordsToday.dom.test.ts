/** The words of a day: what came before the story was opened, and what is written since. */

import { beforeEach, expect, test } from 'vitest'
import { addEarlierWords, addWords, countWordsOf, useWordsToday } from './wordsToday'

beforeEach(() => {
  useWordsToday.setState({ of: '', today: 0, session: 0 })
})

function counted() {
  const { today, session } = useWordsToday.getState()
  return { today, session }
}

test('words of the day add up, and what was written before counts for the day alone', () => {
  const now = new Date(2026, 3, 1, 10)
  expect(countWordsOf('a', now)).toBe(true)
  addWords('a', 12, now)
  addEarlierWords('a', 100, now)
  addWords('a', -2, now)
  expect(counted()).toEqual({ today: 110, session: 10 })
  expect(countWordsOf('a', now)).toBe(false)
})

test('a new day begins with no words, another story anew', () => {
  addWords('a', 12, new Date(2026, 3, 1, 23))
  const morning = new Date(2026, 3, 2, 1)
  addWords('a', 3, morning)
  expect(counted()).toEqual({ today: 3, session: 15 })
  expect(countWordsOf('b', morning)).toBe(true)
  expect(counted()).toEqual({ today: 0, session: 0 })
  addEarlierWords('a', 50, morning)
  expect(counted()).toEqual({ today: 0, session: 0 })
})
