/** NodeNames in prose: offered where one is written. */

import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completed } from './nameCompletion'

const titles = ['Thomas Anderson', 'The Ferry', 'Ferry', '林梅', 'Upper Deck']

function offered(text: string, rest = '') {
  const state = EditorState.create({ doc: text + rest })
  const found = completed(new CompletionContext(state, text.length, false), () => titles)
  return (
    found && {
      from: found.from,
      to: found.to,
      labels: found.options.map((it) => it.label),
      apply: found.options[0]?.apply,
    }
  )
}

test('a name is completed after @ and [[, by its beginning first', () => {
  expect(offered('He met @th')).toEqual({
    from: 7,
    to: 10,
    labels: ['Thomas Anderson', 'The Ferry'],
    apply: 'Thomas Anderson',
  })
  expect(offered('@fer')?.labels).toEqual(['Ferry', 'The Ferry'])
  expect(offered('他看见@林')).toEqual({ from: 3, to: 5, labels: ['林梅'], apply: '林梅' })
  expect(offered('[[Upper d')?.apply).toBe('[[Upper Deck]]')
  expect(offered('[[Upper d', ']] on')).toMatchObject({ to: 11, apply: '[[Upper Deck]]' })
})

test.each([
  ['他去【【林', '', { from: 2, to: 5, apply: '[[林梅]]' }],
  ['他去【【林', '】】。', { from: 2, to: 7, apply: '[[林梅]]' }],
  ['行け「「林', '」」', { from: 2, to: 7, apply: '[[林梅]]' }],
  ['見た＠林', '', { from: 2, to: 4, apply: '林梅' }],
])('the signs of input methods begin a name too: %s', (text, rest, found) => {
  expect(offered(text, rest)).toMatchObject(found)
})

test('mail and plain words are left alone', () => {
  expect(offered('tom@fer')).toBeNull()
  expect(offered('fer')).toBeNull()
  expect(offered('@nobody')).toBeNull()
})
