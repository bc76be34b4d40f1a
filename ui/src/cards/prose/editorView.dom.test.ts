/** The editor keeps a text byte for byte, and replaces it without losing the cursor. */

import { redo, undo } from '@codemirror/commands'
import { EditorView, runScopeHandlers } from '@codemirror/view'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUpDom } from '../testing/renderWithStory'
import { call, openEditor, type ProseView, replaceText } from './editorView'

let prose: ProseView | undefined
let typed: string[]
beforeEach(setUpDom)
afterEach(() => prose?.close())

function opened(text: string): ProseView {
  typed = []
  const events = { onTyped: (it: string) => typed.push(it), onCompose: () => {}, onBlur: () => {} }
  prose = openEditor(document.body.appendChild(document.createElement('div')), text, events)
  call(prose, 'Text', 'Write')
  return prose
}

function type({ editor }: ProseView, insert: string, at: number) {
  editor.dispatch({ changes: { from: at, insert }, userEvent: 'input.type' })
}

test.each([
  ['a\r\nb\r\n', '!a\r\nb\r\n'],
  ['a\nb', '!a\nb'],
  ['a\r\nb\nc\rd', '!a\r\nb\nc\rd'],
  ['(set: $a to  1)\t<<x>>', '!(set: $a to  1)\t<<x>>'],
])('typing keeps the rest of %j byte for byte', (text, expected) => {
  type(opened(text), '!', 0)
  expect(typed).toEqual([expected])
})

test('replacing the text keeps the cursor and is not treated as typing', () => {
  const view = opened('The door creaks.')
  view.editor.dispatch({ selection: { anchor: 8 } })
  replaceText(view, 'Slowly, the door creaks open.', false)
  expect(view.editor.state.sliceDoc()).toBe('Slowly, the door creaks open.')
  const { head } = view.editor.state.selection.main
  expect(view.editor.state.sliceDoc(0, head)).toBe('Slowly, the door')
  expect(typed).toEqual([])
})

test('undo reverts the writer’s typing and not changes from the story', () => {
  const view = opened('one')
  type(view, ' two', 3)
  replaceText(view, 'zero one two', false)
  undo(view.editor)
  expect(view.editor.state.sliceDoc()).toBe('zero one')
  redo(view.editor)
  expect(view.editor.state.sliceDoc()).toBe('zero one two')
})

test('undo restores the writer’s text after the other version was taken', () => {
  const view = opened('mine')
  replaceText(view, 'theirs', true)
  undo(view.editor)
  expect(view.editor.state.sliceDoc()).toBe('mine')
  expect(typed).toEqual(['mine'])
})

test('bold is toggled around the selection', () => {
  const view = opened('a red door')
  view.editor.dispatch({ selection: { anchor: 2, head: 5 } })
  const press = () =>
    runScopeHandlers(
      view.editor,
      new KeyboardEvent('keydown', { key: 'b', ctrlKey: true }),
      'editor',
    )
  press()
  expect(view.editor.state.sliceDoc()).toBe('a **red** door')
  press()
  expect(view.editor.state.sliceDoc()).toBe('a red door')
})

test('Markdown is styled, except inside macros', () => {
  const view = opened('# Title\n\n**bold** (set: $a to *b* *c*)')
  const classes = [...view.editor.contentDOM.querySelectorAll('[class^="cm-"]')]
  const found = (name: string) =>
    classes.filter((it) => it.classList.contains(name)).map((it) => it.textContent)
  expect(found('cm-h1')).toEqual(['# Title'])
  expect(found('cm-bold')).toEqual(['**bold**'])
  expect(found('cm-macro')).toEqual(['(set: $a to *b* *c*)'])
  expect(found('cm-italic')).toEqual([])
})

test('the editor has a label, spell checking and the role of a text field', () => {
  const { contentDOM } = opened('').editor
  expect(contentDOM.getAttribute('aria-label')).toBe('Text')
  expect(contentDOM.getAttribute('spellcheck')).toBe('true')
  expect(EditorView.findFromDOM(contentDOM)).toBe(prose?.editor)
})
