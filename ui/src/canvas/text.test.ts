/** Line breaks follow the rules of each script. */

import { describe, expect, it } from 'vitest'
import { breakOpportunities, drawRow, isRightToLeft, shortened, wrapped } from './text'

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

describe('isRightToLeft', () => {
  it('follows the first letter', () => {
    expect(['שלום', '1. سلام', '“ܫܠܡ'].every(isRightToLeft)).toBe(true)
    expect(['Hello שלום', '雨夜', '12', ''].some(isRightToLeft)).toBe(false)
  })

  it('decides at which side a row begins', () => {
    const drawn: unknown[] = []
    const context = {
      direction: 'ltr',
      textAlign: 'left',
      fillText(this: CanvasRenderingContext2D, row: string, x: number) {
        drawn.push([row, x, this.direction, this.textAlign])
      },
    } as unknown as CanvasRenderingContext2D
    const column = { left: 10, right: 90 }
    drawRow(context, { row: 'b', of: 'a b' }, column, 5)
    drawRow(context, { row: '12', of: 'שנת 12' }, column, 5)
    drawRow(context, { row: 'a', of: 'a b' }, column, 5)
    expect(drawn).toEqual([
      ['b', 10, 'ltr', 'left'],
      ['12', 90, 'rtl', 'right'],
      ['a', 10, 'ltr', 'left'],
    ])
  })
})
