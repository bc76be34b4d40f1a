/** Lines of the editor are written in the direction of their own first letters. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUpDom } from '../testing/renderWithStory'
import { openEditor, type ProseView } from './editorView'

let prose: ProseView | undefined
beforeEach(setUpDom)
afterEach(() => prose?.close())

test('every line says that its letters decide, also one that is typed', () => {
  const parent = document.body.appendChild(document.createElement('div'))
  const silent = { onTyped: () => {}, onCompose: () => {}, onBlur: () => {} }
  prose = openEditor(parent, 'שלום\nHello', silent)
  const directions = () =>
    [...parent.querySelectorAll('.cm-line')].map((it) => it.getAttribute('dir'))
  expect(directions()).toEqual(['auto', 'auto'])
  prose.editor.dispatch({ changes: { from: 0, insert: 'سلام\n' } })
  expect(directions()).toEqual(['auto', 'auto', 'auto'])
})
