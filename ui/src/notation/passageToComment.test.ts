/** A selection on the page of a reader is found in the text it was made from. */

import { expect, test } from 'vitest'
import { passageToComment } from './passageToComment'

const text = 'It rained. *Nobody* came, said 𝓐nna.\n\n“雨下了一夜。他没有来。” [[Go on->Pier]]'

test.each([
  ['Nobody', { text: 'Nobody', character: 13 }],
  ['came, said 𝓐nna.', { text: 'came, said 𝓐nna.', character: 21 }],
  // The page shows no marks of emphasis, and its paragraphs are apart.
  ['It rained. Nobody came, said', { text: 'It rained.', character: 1 }],
  ['他没有来。', { text: '他没有来。', character: 46 }],
  ['', { text: 'It rained.', character: 1 }],
  ['not there', { text: 'It rained.', character: 1 }],
])('a selection of %o is found in the text', (selected, expected) => {
  expect(passageToComment(text, selected)).toEqual(expected)
})

test('there is nothing to comment on in an empty text', () => {
  expect(passageToComment(' \n', 'Rain')).toBeUndefined()
})
