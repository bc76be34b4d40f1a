/** Typographic replacements: which are made, and where typed text is left alone. */

import { expect, test } from 'vitest'
import { typographic } from './habits'

const typed = (text: string) => {
  let line = ''
  for (const letter of text) {
    const found = typographic(line, letter)
    line = found ? line.slice(0, line.length - found.gone) + found.sign : line + letter
  }
  return line
}

test('straight quotes become curly, hyphens a dash and dots an ellipsis', () => {
  expect(typed('"It\'s late," she said -- "very..."')).toBe('“It’s late,” she said — “very…”')
  expect(typed("('quiet')")).toBe('(‘quiet’)')
  expect(typed('---')).toBe('---')
})

test.each(['[[a "b"->c]]', '<<if $x is "a">>', '(if: $x is "a")', '`"--"`'])(
  'code is left as typed: %s',
  (text) => expect(typed(text)).toBe(text),
)
