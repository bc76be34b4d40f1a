/** Names in prose: offered where one is written, found where one stands. */

import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completed, nameAt } from './names'

const titles = ['Thomas Anderson', 'The Ferry', 'Ferry', '林梅', 'Upper Deck']

function offered(text: string, rest = '') {
  const state = EditorState.create({ doc: text + rest })
  const found = completed(new CompletionContext(state, text.length, false), titles)
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

test('the node of a link or of a name is found, the longest name first', () => {
  const at = (text: string, word: string) => nameAt(text, text.indexOf(word) + 1, titles)
  expect(at('On [[up->Upper Deck]] now', 'up')).toBe('Upper Deck')
  expect(at('On [[upper deck<-up]] now', 'deck')).toBe('Upper Deck')
  expect(at('On [[go|Ferry]]', 'go')).toBe('Ferry')
  expect(at('He saw the ferry leave', 'ferry')).toBe('The Ferry')
  expect(at('她看见林梅走过', '梅')).toBe('林梅')
  expect(at('nobody here', 'here')).toBeUndefined()
})
