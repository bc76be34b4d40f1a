/** Word counts, macros and differences of texts. */

import { expect, test } from 'vitest'
import { cases } from '../../../../crates/markup/src/word_cases.json'
import { countWords, macrosIn } from '../../notation'
import { readableDiff, wordDiff } from './wordDiff'

test.each([
  ['<<if $a gt 3>>yes<</if>>', ['<<if $a gt 3>>', '<</if>>']],
  ['(set: $a to (2 * 3)) on', ['(set: $a to (2 * 3))']],
  ['(print: "a ) b") on', ['(print: "a ) b")']],
  ['go [[north->cave]] or {{south}}', ['[[north->cave]]', '{{south}}']],
  ['(a plain aside) and << open', []],
  ['[a site](https://example.org) and (mailto: me)', ['(mailto: me)']],
])('finds the macros of %s', (text, found) => {
  expect(macrosIn(text).map(({ from, to }) => text.slice(from, to))).toEqual(found)
})

test('the parts of a difference rebuild both texts', () => {
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
    'same  door creaks. ',
    'removed 雾散了',
    'added 雾又起了',
    'same 。',
  ])
})

const shownAs = (older: string, newer: string) =>
  wordDiff(older, newer).map(({ kind, text }) => `${kind}: ${text}`)

test('a rewritten sentence is one removed and one added sentence', () => {
  const before = 'She waited. Thomas laughs, and the Perdita answers with no bell. Night came.'
  const after = 'She waited. A lantern swings where the Perdita should be. Night came.'
  expect(shownAs(before, after)).toEqual([
    'same: She waited. ',
    'removed: Thomas laughs, and the Perdita answers with no bell',
    'added: A lantern swings where the Perdita should be',
    'same: . Night came.',
  ])
})

test('fewer than three unchanged words between changes belong to the change', () => {
  expect(
    shownAs('We took the old red boat across the bay', 'We took a new red ship across the bay'),
  ).toEqual([
    'same: We took ',
    'removed: the old red boat',
    'added: a new red ship',
    'same:  across the bay',
  ])
})

test('changes in two sentences or two paragraphs stay separate', () => {
  expect(shownAs('It rained. He sang.', 'It snowed. He slept.')).toEqual([
    'same: It ',
    'removed: rained',
    'added: snowed',
    'same: . He ',
    'removed: sang',
    'added: slept',
    'same: .',
  ])
  expect(
    shownAs('他慢慢推开那扇门。雨停了。', '他慢慢推开那扇窗。雪停了。').filter((it) =>
      it.startsWith('same'),
    ),
  ).toContain('same: 。')
})

test('parts of the program’s difference are joined for readability without loss', () => {
  const pieces = [
    { kind: 'removed' as const, text: 'Thomas' },
    { kind: 'added' as const, text: 'A' },
    { kind: 'same' as const, text: ' ' },
    { kind: 'removed' as const, text: 'laughs' },
    { kind: 'added' as const, text: 'lantern' },
    { kind: 'same' as const, text: ' in the dark hall' },
  ]
  expect(readableDiff(pieces)).toEqual([
    { kind: 'removed', text: 'Thomas laughs' },
    { kind: 'added', text: 'A lantern' },
    { kind: 'same', text: ' in the dark hall' },
  ])
  expect(readableDiff([{ kind: 'added', text: 'All new.' }])).toEqual([
    { kind: 'added', text: 'All new.' },
  ])
})

test('counts words like the program in every notation', () => {
  expect(cases.length).toBeGreaterThan(35)
  expect(cases.map((it) => ({ ...it, words: countWords(it.text) }))).toEqual(cases)
})
