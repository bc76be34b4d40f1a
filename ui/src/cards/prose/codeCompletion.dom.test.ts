/** Completion of values and conditions in prose. */

import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { completedCode } from './codeCompletion'

function offered(text: string, rest = '') {
  const state = EditorState.create({ doc: text + rest })
  return completedCode(new CompletionContext(state, text.length, false))
}

const labels = (text: string, rest = '') => offered(text, rest)?.options.map((it) => it.label)

test('offers the forms of a condition and the variables of the text after two braces', () => {
  expect(labels('{{gold}} and {{if name == "Ann" and 金币}}! {{')).toEqual([
    'gold',
    'name',
    '金币',
    '{{if …}}…{{end}}',
    '{{if …}}…{{else}}…{{end}}',
    '{{else if …}}',
    '{{else}}',
    '{{end}}',
  ])
  expect(labels('{{el')).toEqual(['{{else if …}}', '{{else}}'])
  expect(labels('{{ g', '}} {{gold}}')).toEqual(['gold'])
  expect(labels('｛｛e')).toEqual(['{{else if …}}', '{{else}}', '{{end}}'])
  for (const text of ['', '{', '{{gold > ', '{{a}} b', '{{\n']) expect(labels(text)).toBeUndefined()
})

test('inserts a condition with the caret where it is written, and braces once', () => {
  const view = new EditorView({ doc: 'You {{}}.' })
  const found = completedCode(new CompletionContext(view.state, 6, false))
  const [first] = found?.options ?? []
  if (typeof first?.apply !== 'function') throw new Error('nothing is inserted')
  first.apply(view, first, found?.from ?? 0, found?.to ?? 0)
  expect(view.state.doc.toString()).toBe('You {{if }}{{end}}.')
  expect(view.state.selection.main.head).toBe('You {{if '.length)
})
