/** Completion of values and conditions in prose. */

import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { completedCode } from './codeCompletion'

/** The variables of the story. */
const variables = async () => ['gold', 'lamp']

async function labels(text: string, rest = '') {
  const state = EditorState.create({ doc: text + rest })
  const found = await completedCode(new CompletionContext(state, text.length, false), variables)
  return found?.options.map((it) => it.label)
}

test('offers the forms of a condition and the variables of the story after two braces', async () => {
  expect(await labels('{{name}} and {{if name == "Ann" and 金币}}! {{')).toEqual([
    'name',
    '金币',
    'gold',
    'lamp',
    '{{if …}}…{{end}}',
    '{{if …}}…{{else}}…{{end}}',
    '{{else if …}}',
    '{{else}}',
    '{{end}}',
  ])
  expect(await labels('{{el')).toEqual(['{{else if …}}', '{{else}}'])
  expect(await labels('{{ g', '}} {{gold}}')).toEqual(['gold'])
  expect(await labels('｛｛e')).toEqual(['{{else if …}}', '{{else}}', '{{end}}'])
  for (const text of ['', '{', '{{gold > ', '{{a}} b', '{{\n'])
    expect(await labels(text)).toBeUndefined()
})

test('inserts a condition with the caret where it is written, and braces once', async () => {
  const view = new EditorView({ doc: 'You {{}}.' })
  const found = await completedCode(new CompletionContext(view.state, 6, false), async () => [])
  const [first] = found?.options ?? []
  if (typeof first?.apply !== 'function') throw new Error('nothing is inserted')
  first.apply(view, first, found?.from ?? 0, found?.to ?? 0)
  expect(view.state.doc.toString()).toBe('You {{if }}{{end}}.')
  expect(view.state.selection.main.head).toBe('You {{if '.length)
})
