/** The words of today: what is added up, and when the count restarts. */

import { beforeEach, expect, test } from 'vitest'
import { addWords, countWordsOf, useWordsToday } from './wordsToday'

beforeEach(() => {
  localStorage.clear()
  useWordsToday.setState({ of: '', today: 0, session: 0 })
})

const counts = () => {
  const { today, session } = useWordsToday.getState()
  return [today, session]
}

test('words add up over a day, even after the window was closed', () => {
  const now = new Date(2026, 3, 1, 9)
  addWords('a', 12, now)
  addWords('a', -2, now)
  expect(counts()).toEqual([10, 10])
  useWordsToday.setState({ of: '', today: 0, session: 0 })
  countWordsOf('a', now)
  expect(counts()).toEqual([10, 0])
})

test('a new day starts at zero, the session continues; another story has its own count', () => {
  addWords('a', 12, new Date(2026, 3, 1, 23))
  addWords('a', 3, new Date(2026, 3, 2, 1))
  expect(counts()).toEqual([3, 15])
  countWordsOf('b', new Date(2026, 3, 2, 1))
  expect(counts()).toEqual([0, 0])
})
