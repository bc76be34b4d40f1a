/** Typographic signs: which are set, and where what is typed is left alone. */

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

test('quotes turn to the words they hold, hyphens and dots become one sign', () => {
  expect(typed('"It\'s late," she said -- "very..."')).toBe('“It’s late,” she said — “very…”')
  expect(typed("('quiet')")).toBe('(‘quiet’)')
  expect(typed('---')).toBe('---')
})

test.each(['[[a "b"->c]]', '<<if $x is "a">>', '(if: $x is "a")', '`"--"`'])(
  'what a machine reads is left as it is typed: %s',
  (text) => expect(typed(text)).toBe(text),
)
