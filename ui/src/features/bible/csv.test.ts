/** CSV for spreadsheets: quoted where necessary, and never a formula. */

import { expect, test } from 'vitest'
import { csvOf, tsvOf } from './csv'

const row = { id: 'a', title: '林梅, "Mei"', kind: 'character', items: [{ k: 'Age', v: '=1+2' }] }
const other = { id: 'b', title: 'Tom', kind: 'character', items: [{ k: 'note', v: 'one\ntwo' }] }
const columns = [
  { column: { of: 'title' as const }, name: 'Title' },
  { column: { of: 'key' as const, key: 'age' }, name: 'Age' },
  { column: { of: 'key' as const, key: 'Note' }, name: 'Note' },
]

test('CSV quotes commas, quotation marks and line breaks', () => {
  expect(csvOf([row, other], columns)).toBe(
    '\ufeffTitle,Age,Note\r\n"林梅, ""Mei""",\'=1+2,\r\nTom,,"one\ntwo"\r\n',
  )
})

test('the clipboard format separates cells by tabs', () => {
  expect(tsvOf([other], columns)).toBe('Title\tAge\tNote\r\nTom\t\t"one\ntwo"\r\n')
})
