/** The words around a find are whole words. */

import { expect, test } from 'vitest'
import { excerptParts } from './excerpt'

test('a text that goes on ends with a whole word and an ellipsis', () => {
  const excerpt = 'The gangway is slick and shorter than it looks. Behind you th'
  expect(excerptParts({ excerpt, found: 'gangway' }).join('')).toBe(
    'The gangway is slick and shorter than it looks. Behind you…',
  )
})

test('what is shown before a find begins with a whole word', () => {
  const excerpt = 'somebody who is not on any list is standing under the lamp'
  expect(excerptParts({ excerpt, found: 'lamp' })).toEqual(['…under the ', 'lamp', ''])
})

test('a short text is shown as it is, and one without spaces loses nothing but what is cut', () => {
  expect(excerptParts({ excerpt: 'THE END', found: 'END' })).toEqual(['THE ', 'END', ''])
  expect(excerptParts({ excerpt: 'THE END', found: '' })).toEqual(['THE END', '', ''])
  const long = '舷'.repeat(60)
  expect(excerptParts({ excerpt: `${long}梯${long}`, found: '梯' })).toEqual([
    `…${'舷'.repeat(18)}`,
    '梯',
    `${long}…`,
  ])
})
