/** Line breaks follow the rules of each script. */

import { describe, expect, it } from 'vitest'
import { breakOpportunities, shortened, wrapped } from './text'

/** Ten units a character, twenty for a Chinese one. */
const measure = (text: string) =>
  [...text].reduce((sum, it) => sum + (/[\u2e80-\uffef]/.test(it) ? 20 : 10), 0)

describe('wrapped', () => {
  it('breaks English between words', () => {
    expect(wrapped('the night ferry leaves', 110, 4, measure)).toEqual([
      'the night',
      'ferry',
      'leaves',
    ])
  })

  it('breaks Chinese between characters, but never before a closing mark', () => {
    expect(wrapped('雾像一床湿棉被，压在码头上。', 140, 4, measure)).toEqual([
      '雾像一床湿棉',
      '被，压在码头',
      '上。',
    ])
  })

  it('breaks between two scripts', () => {
    expect(wrapped('灯塔Lighthouse亮了', 100, 4, measure)).toEqual(['灯塔', 'Lighthouse', '亮了'])
  })

  it('ends the last line with … if the text is longer', () => {
    const rows = wrapped('one two three four five six', 90, 2, measure)
    expect(rows).toEqual(['one two', 'three fo…'])
    expect(rows.every((it) => measure(it) <= 90)).toBe(true)
  })

  it('returns no lines for empty text', () => {
    expect(wrapped('', 100, 3, measure)).toEqual([])
  })
})

describe('shortened', () => {
  it('leaves fitting text unchanged', () => {
    expect(shortened('灯塔', 40, measure)).toBe('灯塔')
  })

  it('never splits a surrogate pair', () => {
    expect(shortened('𠮷𠮷𠮷𠮷', 35, measure)).toBe('𠮷…')
  })
})

describe('breakOpportunities', () => {
  it('keeps every character of the text', () => {
    const text = 'Mara说：“come before the light goes out”。'
    expect(breakOpportunities(text).join('')).toBe(text)
  })
})
