/** What two windows write into one text comes together paragraph by paragraph. */

import { expect, it } from 'vitest'
import { merged } from './merge'

const base = 'The quay.\n\nThe ferry.\n\nThe lamp.'

it('takes what only one side changed from that side', () => {
  const mine = 'The old quay.\n\nThe ferry.\n\nThe lamp.'
  const theirs = 'The quay.\n\nThe ferry.\n\nThe lamp went out.'
  const both = { text: 'The old quay.\n\nThe ferry.\n\nThe lamp went out.', isClean: true }
  expect(merged(base, mine, theirs)).toEqual(both)
  expect(merged(base, theirs, mine)).toEqual(both)
})

it('takes neighboring paragraphs, new ones and removed ones', () => {
  const mine = 'The old quay.\n\nThe ferry.\n\nThe lamp.'
  const theirs = 'The quay.\n\nThe night ferry.\n\nRain.\n\nThe lamp.'
  expect(merged(base, mine, theirs)).toEqual({
    text: 'The old quay.\n\nThe night ferry.\n\nRain.\n\nThe lamp.',
    isClean: true,
  })
  expect(merged(base, 'The quay.\n\nThe lamp.', `${base}\n\nThe end.`)).toEqual({
    text: 'The quay.\n\nThe lamp.\n\nThe end.',
    isClean: true,
  })
  expect(merged(base, mine, mine)).toEqual({ text: mine, isClean: true })
  expect(merged(base, base, mine)).toEqual({ text: mine, isClean: true })
})

it('keeps both where both changed one paragraph, theirs first', () => {
  const mine = 'The quay.\n\nThe slow ferry.\n\nThe lamp.'
  const theirs = 'The quay.\n\nThe last ferry.\n\nThe lamp.'
  expect(merged(base, mine, theirs)).toEqual({
    text: 'The quay.\n\nThe last ferry.\n\nThe slow ferry.\n\nThe lamp.',
    isClean: false,
  })
  expect(merged('', 'Mine.', 'Theirs.')).toEqual({ text: 'Theirs.\n\nMine.', isClean: false })
  expect(merged(base, `${base}\n\nMine.`, `${base}\n\nTheirs.`)).toEqual({
    text: `${base}\n\nTheirs.\n\nMine.`,
    isClean: false,
  })
})
