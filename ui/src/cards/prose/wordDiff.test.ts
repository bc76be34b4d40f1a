/** Counting, macros and differences of texts. */

import { expect, test } from 'vitest'
import { cases } from '../../../../crates/markup/src/word_cases.json'
import { countWords, macrosIn } from '../../notation'
import { wordDiff } from './wordDiff'

test.each([
  ['<<if $a gt 3>>yes<</if>>', ['<<if $a gt 3>>', '<</if>>']],
  ['(set: $a to (2 * 3)) on', ['(set: $a to (2 * 3))']],
  ['(print: "a ) b") on', ['(print: "a ) b")']],
  ['go [[north->cave]] or {{south}}', ['[[north->cave]]', '{{south}}']],
  ['(a plain aside) and << open', []],
  ['[a site](https://example.org) and (mailto: me)', ['(mailto: me)']],
])('the macros of %s are found', (text, found) => {
  expect(macrosIn(text).map(({ from, to }) => text.slice(from, to))).toEqual(found)
})

test('the pieces of a difference give both texts back', () => {
  const [mine, theirs] = ['The red door creaks. 雾散了。', 'The blue door creaks. 雾又起了。']
  const pieces = wordDiff(mine, theirs)
  const without = (kind: string) =>
    pieces
      .filter((it) => it.kind !== kind)
      .map((it) => it.text)
      .join('')
  expect([without('added'), without('removed')]).toEqual([mine, theirs])
  expect(pieces.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same The ',
    'removed red',
    'added blue',
    'same  door creaks. 雾',
    'removed 散了',
    'added 又起了',
    'same 。',
  ])
})

test('words are counted as the program counts them, whatever notation they stand in', () => {
  expect(cases.length).toBeGreaterThan(35)
  expect(cases.map((it) => ({ ...it, words: countWords(it.text) }))).toEqual(cases)
})
