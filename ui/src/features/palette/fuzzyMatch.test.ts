/** A few letters find the intended title. */

import { describe, expect, it } from 'vitest'
import { bestMatches, matchScore } from './fuzzyMatch'

const titles = ['The night ferry', 'Morning', '雾中的码头', '打碎它', 'Knight of glass']
const found = (words: string) => bestMatches(words, titles, (it) => it, 5)

describe('bestMatches', () => {
  it('ranks the beginning of a word before its middle', () => {
    expect(found('night')).toEqual(['The night ferry', 'Knight of glass'])
  })

  it('finds Chinese by any part of it', () => {
    expect(found('码头')).toEqual(['雾中的码头'])
  })

  it('finds non-adjacent letters in order', () => {
    expect(found('mrng')).toEqual(['Morning'])
    expect(matchScore('gnrm', 'Morning')).toBeUndefined()
  })

  it('finds words in any order', () => {
    expect(found('ferry night')).toEqual(['The night ferry'])
  })

  it('ranks alias matches below title matches', () => {
    const tools = [
      { title: 'Write text', aliases: ['write the scene', '写正文'] },
      { title: 'Rename', aliases: ['another title', '改名'] },
      { title: 'Another story', aliases: [] },
    ]
    const called = (words: string) =>
      bestMatches(
        words,
        tools,
        (it) => it.title,
        5,
        (it) => it.aliases,
      ).map((it) => it.title)
    expect(called('改名')).toEqual(['Rename'])
    expect(called('another')).toEqual(['Another story', 'Rename'])
    expect(called('scene the write')).toEqual(['Write text'])
    // Letters that stand apart are in every long alias.
    expect(called('wtse')).toEqual([])
  })
})
