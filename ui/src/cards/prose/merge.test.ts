/** Edits of one text in two windows are merged sentence by sentence. */

import { expect, it } from 'vitest'
import { isMergeConflict, joinParts, mergeParts } from './merge'

function merged(base: string, mine: string, theirs: string) {
  const parts = mergeParts(base, mine, theirs)
  return { text: joinParts(parts), isClean: !parts.some(isMergeConflict) }
}

const base = 'The quay.\n\nThe ferry.\n\nThe lamp.'

it('takes changes made on one side only', () => {
  const mine = 'The old quay.\n\nThe ferry.\n\nThe lamp.'
  const theirs = 'The quay.\n\nThe ferry.\n\nThe lamp went out.'
  const both = { text: 'The old quay.\n\nThe ferry.\n\nThe lamp went out.', isClean: true }
  expect(merged(base, mine, theirs)).toEqual(both)
  expect(merged(base, theirs, mine)).toEqual(both)
})

it('merges neighboring, added and removed paragraphs', () => {
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

it('keeps both versions of a one-sentence paragraph changed on both sides, theirs first', () => {
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

it('merges changes to different sentences of one paragraph', () => {
  const old = 'The quay is wet. The ferry waits. Nobody speaks.'
  const mine = 'The quay is dry. The ferry waits. Nobody speaks.'
  const theirs = 'The quay is wet. The ferry waits. Everybody speaks. A bell.'
  const both = {
    text: 'The quay is dry. The ferry waits. Everybody speaks. A bell.',
    isClean: true,
  }
  expect(merged(old, mine, theirs)).toEqual(both)
  expect(merged(old, theirs, mine)).toEqual(both)
  expect(merged('雨停了。船来了。', '雨还在下。船来了。', '雨停了。船没来。')).toEqual({
    text: '雨还在下。船没来。',
    isClean: true,
  })
})

it('reports a sentence changed on both sides as a conflict', () => {
  const old = 'The quay is wet. The ferry waits. Nobody speaks.'
  const mine = 'The quay is wet. The ferry is late. Nobody speaks.'
  const theirs = 'The quay is wet. The ferry is gone. Nobody speaks.'
  const parts = mergeParts(old, mine, theirs)
  expect(parts.filter(isMergeConflict)).toEqual([
    {
      base: 'The ferry waits.',
      mine: 'The ferry is late.',
      theirs: 'The ferry is gone.',
      isWhole: false,
    },
  ])
  expect(joinParts(parts, ['mine'])).toBe(mine)
  expect(joinParts(parts, ['theirs'])).toBe(theirs)
  expect(joinParts(parts)).toBe(
    'The quay is wet. The ferry is gone. The ferry is late. Nobody speaks.',
  )
  expect(joinParts(mergeParts('船来了。', '船晚了。', '船走了。'))).toBe('船走了。\n\n船晚了。')
})
