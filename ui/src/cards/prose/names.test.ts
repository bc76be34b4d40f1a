/** Names in prose: offered where one is written. */

import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completed } from './names'

const titles = ['Thomas Anderson', 'The Ferry', 'Ferry', '林梅', 'Upper Deck']

function offered(text: string, rest = '') {
  const state = EditorState.create({ doc: text + rest })
  const found = completed(new CompletionContext(state, text.length, false), () => titles)
  return (
    found && {
      from: found.from,
      labels: found.options.map((it) => it.label),
      apply: found.options[0]?.apply,
    }
  )
}

test('a name is completed after @ and [[, by its beginning first', () => {
  expect(offered('He met @th')).toEqual({
    from: 7,
    labels: ['Thomas Anderson', 'The Ferry'],
    apply: 'Thomas Anderson',
  })
  expect(offered('@fer')?.labels).toEqual(['Ferry', 'The Ferry'])
  expect(offered('他看见@林')).toEqual({ from: 3, labels: ['林梅'], apply: '林梅' })
  expect(offered('[[Upper d')?.apply).toBe('[[Upper Deck]]')
  expect(offered('[[Upper d', ']]')?.apply).toBe('[[Upper Deck')
})

test('mail and plain words are left alone', () => {
  expect(offered('tom@fer')).toBeNull()
  expect(offered('fer')).toBeNull()
  expect(offered('@nobody')).toBeNull()
})
