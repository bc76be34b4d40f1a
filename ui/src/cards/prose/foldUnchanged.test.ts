/** What a difference hides of a long text. */

import { expect, test } from 'vitest'
import { foldUnchanged } from './foldUnchanged'
import { wordDiff } from './wordDiff'

const chapter = (sentences: number) =>
  Array.from({ length: sentences }, (_, it) => `Sentence number ${it} stands here.`).join(' ')

const shown = (older: string, newer: string) =>
  foldUnchanged(wordDiff(older, newer)).map(({ kind, text }) =>
    kind === 'folded' ? `… ${text.trim().split('. ').length} …` : `${kind}: ${text}`,
  )

test('long stretches without a change are hidden, but for sentences beside the change', () => {
  const older = `${chapter(60)}\n\nThe red door.\n\n${chapter(60)}`
  expect(shown(older, older.replace('red', 'blue'))).toEqual([
    '… 55 …',
    `same: ${chapter(60).split(' ').slice(-25).join(' ')}\n\nThe `,
    'removed: red',
    'added: blue',
    `same:  door.\n\n${chapter(5)}`,
    '… 55 …',
  ])
})

test('between two changes both keep what stands beside them', () => {
  const older = `The red door. ${chapter(60)} The old lamp.`
  const newer = older.replace('red', 'blue').replace('old', 'new')
  expect(shown(older, newer).map((it) => it.slice(0, 16))).toEqual([
    'same: The ',
    'removed: red',
    'added: blue',
    'same:  door. Sen',
    '… 50 …',
    'same: Sentence n',
    'removed: old',
    'added: new',
    'same:  lamp.',
  ])
})

test('Chinese is cut at the ends of its sentences', () => {
  const long = '雾散了，船来了。'.repeat(200)
  const pieces = foldUnchanged(wordDiff(`${long}红门。`, `${long}蓝门。`))
  expect(pieces.map((it) => [it.kind, it.text.length])).toEqual([
    ['folded', 1440],
    ['same', 160],
    ['removed', 2],
    ['added', 2],
    ['same', 1],
  ])
})

test('a short text and one without changes are shown whole', () => {
  expect(shown(`${chapter(10)} red`, `${chapter(10)} blue`)).toEqual([
    `same: ${chapter(10)} `,
    'removed: red',
    'added: blue',
  ])
  expect(shown(chapter(60), chapter(60))).toEqual([`same: ${chapter(60)}`])
})
