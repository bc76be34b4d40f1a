/** Which rows the bible shows, and in which order. */

import { describe, expect, it } from 'vitest'
import { type BibleRow, columnsOf, filterAndSort } from './rows'

const row = (title: string, kind: string, pairs: Record<string, string>): BibleRow => ({
  id: title,
  title,
  kind,
  items: Object.entries(pairs).map(([k, v]) => ({ k, v })),
})

const rows = [
  row('Mara', 'character', { Age: '34', Role: 'Hero' }),
  row('Gu', 'character', { age: '9', 角色: '守塔人' }),
  row('Harbor', 'place', {}),
]
const byTitle = { column: { of: 'title' as const }, down: false }
const titles = (found: BibleRow[]) => found.map((it) => it.title)

describe('the bible', () => {
  it('filters rows by kind and by words in any cell', () => {
    const wanted = { kind: 'character', words: 'hero 34', sorting: byTitle }
    expect(titles(filterAndSort(rows, wanted))).toEqual(['Mara'])
    expect(titles(filterAndSort(rows, { ...wanted, kind: undefined, words: '守塔' }))).toEqual([
      'Gu',
    ])
  })

  it('filters rows by column', () => {
    const filtered = (filters: Record<string, string>) =>
      titles(filterAndSort(rows, { kind: undefined, words: '', sorting: byTitle, filters }))
    expect(filtered({ kind: 'char', 'key age': '3' })).toEqual(['Mara'])
    expect(filtered({ title: 'GU', kind: '' })).toEqual(['Gu'])
    expect(filtered({ 'key role': 'x' })).toEqual([])
  })

  it('sorts numbers as numbers, and empty cells last', () => {
    const column = { of: 'key' as const, key: 'AGE' }
    const sorted = (down: boolean) =>
      titles(filterAndSort(rows, { kind: undefined, words: '', sorting: { column, down } }))
    expect(sorted(false)).toEqual(['Gu', 'Mara', 'Harbor'])
    expect(sorted(true)).toEqual(['Mara', 'Gu', 'Harbor'])
  })

  it('shows the most used keys first, letter case aside, then added ones', () => {
    expect(columnsOf(rows, ['ROLE', 'Faction'])).toEqual(['Age', 'Role', '角色', 'Faction'])
  })
})
