/** New words taken or left change by change: nothing of either text is lost or doubled. */

import { expect, test } from 'vitest'
import { blended, type Grain, partsOf } from './blend'

const older = 'The wind rose. Thomas laughs, and the gangway swings in the dark.'
const newer = 'The wind rose fast. Thomas smiles, and the gangway creaks in the dark.'

function changesOf(grain: Grain): number[] {
  return partsOf(older, newer, grain).flatMap((it, index) => (it.kind === 'change' ? [index] : []))
}

test('all changes taken give the new text, all left the old one', () => {
  for (const grain of ['phrases', 'words'] as const) {
    const parts = partsOf(older, newer, grain)
    expect(blended(parts, new Set())).toBe(newer)
    expect(blended(parts, new Set(changesOf(grain)))).toBe(older)
  }
})

test('a single word is left while the others are taken', () => {
  const parts = partsOf(older, newer, 'words')
  const smiles = parts.findIndex((it) => it.kind === 'change' && it.added === 'smiles')
  expect(blended(parts, new Set([smiles]))).toBe(
    'The wind rose fast. Thomas laughs, and the gangway creaks in the dark.',
  )
})

test('words have at least as many changes as phrases', () => {
  const [old, other] = ['A bell rings loud and long.', 'One gong sounds loud and long.']
  const count = (grain: Grain) => partsOf(old, other, grain).filter((it) => it.kind === 'change')
  expect(count('words').length).toBeGreaterThanOrEqual(count('phrases').length)
})

test('what is only added is taken sentence by sentence', () => {
  const parts = partsOf('', ' It pours. Nobody comes. 雨很大。没有人来。', 'phrases')
  expect(parts.map((it) => it.kind === 'change' && it.added)).toEqual([
    ' It pours. ',
    'Nobody comes. ',
    '雨很大。',
    '没有人来。',
  ])
  expect(blended(parts, new Set([1]))).toBe(' It pours. 雨很大。没有人来。')
})
