/** The assistant's Markdown becomes plain blocks. */

import { expect, it } from 'vitest'
import { blocksOf, spansOf } from './markdownBlocks'

const plain = (text: string) => ({ kind: 'plain', text })

it('tells emphasis and code apart', () => {
  expect(spansOf('a **b** *c* `d*e*` 中**文**字')).toEqual([
    plain('a '),
    { kind: 'strong', text: 'b' },
    plain(' '),
    { kind: 'em', text: 'c' },
    plain(' '),
    { kind: 'code', text: 'd*e*' },
    plain(' 中'),
    { kind: 'strong', text: '文' },
    plain('字'),
  ])
})

it('leaves names with underscores and lone stars alone', () => {
  expect(spansOf('read_node_kv 2 * 3 * 4')).toEqual([plain('read_node_kv 2 * 3 * 4')])
})

it('loads nothing: a picture or link is its words', () => {
  expect(spansOf('![x](https://a.b/c.png)[here](https://a.b) <img src=x>')).toEqual([
    plain('x'),
    plain('here'),
    plain(' <img src=x>'),
  ])
})

it('reads paragraphs, lists and code, closed or still streaming', () => {
  const text = '# Plan\nOne\ntwo\n\n- a\n- b\n\n1. c\n2、d\n\n```js\nx()\n'
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', spans: [plain('Plan')] },
    { kind: 'paragraph', spans: [plain('One'), plain('\ntwo')] },
    { kind: 'bullets', items: [[plain('a')], [plain('b')]] },
    { kind: 'numbers', items: [[plain('c')], [plain('d')]] },
    { kind: 'code', text: 'x()\n' },
  ])
})
