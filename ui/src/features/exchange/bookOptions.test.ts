/** The choices about the form of a book. */

import { expect, test } from 'vitest'
import { bookArguments, choiceNamed } from './bookOptions'

test('the paper is the one that was chosen, or the usual one of the region', () => {
  for (const [name, language, paper] of [
    [null, 'en-US', 'letter'],
    [null, 'es-MX', 'letter'],
    [null, 'en-GB', 'a4'],
    [null, 'zh-Hans-CN', 'a4'],
    [null, 'de', 'a4'],
    ['a4', 'en-US', 'a4'],
    ['letter', 'de-DE', 'letter'],
    ['legal', 'fr-CA', 'letter'],
  ] as const)
    expect(choiceNamed('paper', name, language)).toBe(paper)
})

test('only what is not usual, and what the format takes, is asked for', () => {
  const choices = { chapters: 'group', numbering: 'none', paper: 'letter', design: 'book' } as const
  expect(bookArguments(['chapters', 'numbering'], choices)).toEqual({ chapters: 'group' })
  expect(bookArguments(['paper'], choices)).toEqual({ paper: 'letter' })
  expect(choiceNamed('numbering', 'alphabetical', 'de')).toBe('none')
})
