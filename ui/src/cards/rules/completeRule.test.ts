/** Completion of conditions and effects. */

import { expect, test } from 'vitest'
import { completeRule } from './completeRule'

const names = {
  variables: ['gold', 'golden_key', 'met_neo', '金币'],
  titles: ['Cellar', 'Ceiling', 'The "Yard"', '大厅'],
}

/** The completed sources, with a bar where the caret is; in the source too. */
function completed(source: string): string[] {
  const caret = source.indexOf('|')
  const all = completeRule(source.replace('|', ''), caret, names)
  return all.map((it) => `${it.source.slice(0, it.caret)}|${it.source.slice(it.caret)}`)
}

test.each([
  ['go|', ['gold|', 'golden_key|']],
  ['gold|', ['golden_key|']],
  ['Go| > 3', ['gold| > 3', 'golden_key| > 3']],
  ['met_neo and go|ld', ['met_neo and gold|', 'met_neo and golden_key|']],
  ['金|', ['金币|']],
  ['not vis|', ['not visited("|")', 'not visits("|")']],
  ['ra|', ['random(1, 6)|']],
  ['visited("ce|', ['visited("Cellar")|', 'visited("Ceiling")|']],
  ['visited("ce|") and gold', ['visited("Cellar")| and gold', 'visited("Ceiling")| and gold']],
  ['visits(“大|', ['visits(“大厅”)|']],
  ['name == "go|', []],
  ['gold = |', []],
  ['|', []],
  ['3|', []],
])('completes %s', (source, expected) => {
  expect(completed(source)).toEqual(expected)
})

test('after an opened quote every title is offered, and none that cannot stand in it', () => {
  const labels = completeRule('visited("', 9, names).map((it) => it.label)
  expect(labels).toEqual(['Cellar', 'Ceiling', '大厅'])
})
