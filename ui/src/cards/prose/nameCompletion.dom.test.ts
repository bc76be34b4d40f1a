/** Completion of names in prose. */

import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { completed } from './nameCompletion'

const titles = ['Thomas Anderson', 'The Ferry', 'Ferry', '林梅', 'Upper Deck']

const made: string[] = []
const names = {
  titles: () => titles,
  find: (title: string) => titles.flatMap((it) => (it === title ? { title, excerpt: '' } : []))[0],
  make: (title: string, label: string) => made.push(`${title} by “${label}”`),
  words: (title: string) => {
    return { go: '', make: '', create: `Create “${title}”`, none: '', nearly: '' }
  },
}

function offered(text: string, rest = '') {
  const state = EditorState.create({ doc: text + rest })
  const found = completed(new CompletionContext(state, text.length, false), names)
  return (
    found && {
      from: found.from,
      to: found.to,
      labels: found.options.map((it) => it.label),
      apply: found.options[0]?.apply,
    }
  )
}

test('completes names after @ and [[, prefix matches first', () => {
  expect(offered('He met @th')).toEqual({
    from: 7,
    to: 10,
    labels: ['Thomas Anderson', 'The Ferry'],
    apply: 'Thomas Anderson',
  })
  expect(offered('@fer')?.labels).toEqual(['Ferry', 'The Ferry'])
  expect(offered('他看见@林')).toEqual({ from: 3, to: 5, labels: ['林梅'], apply: '林梅' })
  expect(offered('[[Upper d')?.labels).toEqual(['Upper Deck', 'Upper d'])
  expect(offered('[[Upper d')?.apply).toBe('[[Upper Deck]]')
  expect(offered('[[Upper d', ']] on')).toMatchObject({ to: 11, apply: '[[Upper Deck]]' })
})

test.each([
  ['他去【【林', '', { from: 2, to: 5, apply: '[[林梅]]' }],
  ['他去【【林', '】】。', { from: 2, to: 7, apply: '[[林梅]]' }],
  ['行け「「林', '」」', { from: 2, to: 7, apply: '[[林梅]]' }],
  ['見た＠林', '', { from: 2, to: 4, apply: '林梅' }],
])('full-width characters start a completion too: %s', (text, rest, found) => {
  expect(offered(text, rest)).toMatchObject(found)
})

test('completion offers to create a missing node, and creates it', () => {
  const doc = 'Down. [[Ferry to nowhere'
  const view = new EditorView({ state: EditorState.create({ doc }) })
  const found = completed(new CompletionContext(view.state, doc.length, false), names)
  const [create, ...others] = found?.options ?? []
  expect([create?.displayLabel, others]).toEqual(['Create “Ferry to nowhere”', []])
  if (typeof create?.apply !== 'function' || !found)
    throw new Error('it is not applied by a function')
  create.apply(view, create, found.from, found.to ?? doc.length)
  expect(view.state.sliceDoc()).toBe('Down. [[Ferry to nowhere]]')
  expect(made).toEqual(['Ferry to nowhere by “”'])
  expect(offered('[[Ferry')?.labels).toEqual(['Ferry', 'The Ferry'])
  expect(offered('@Ferry to nowhere')).toBeNull()
})

test('completion ignores e-mail addresses and plain words', () => {
  expect(offered('tom@fer')).toBeNull()
  expect(offered('fer')).toBeNull()
  expect(offered('@nobody')).toBeNull()
})
