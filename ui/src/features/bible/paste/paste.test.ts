/** Pasting from a spreadsheet: parsing, and planning the changes to the story. */

import { expect, test } from 'vitest'
import { type Known, letterOf, planPaste, planToArgs } from './plan'
import { columnRoles, hasHeaderRow, readSheet } from './sheet'

const known: Known = {
  nodes: [
    { id: '1', title: 'Mara', kind: 'character' },
    { id: '2', title: 'Gate', kind: 'scene' },
    { id: '3', title: 'Gate', kind: 'place' },
  ],
  rows: [{ id: '1', title: 'Mara', kind: 'character', items: [{ k: 'Age', v: '34' }] }],
  kinds: new Map([
    ['character', 'character'],
    ['角色', 'character'],
    ['place', 'place'],
    ['group', 'group'],
  ]),
}

function planned(text: string, keys = ['Age']) {
  const { rows } = readSheet(text)
  const named = hasHeaderRow(rows, keys)
  const body = named ? rows.slice(1) : rows
  const roles = columnRoles(rows, named, keys)
  return planPaste(body, roles, { first: named ? 2 : 1, kind: 'character', known })
}

test('parses cells with tabs, line breaks, commas and quotation marks', () => {
  const copied = 'Name\tSays\tNote\r\nMara\t"two\r\nlines, ""here"""\ta\t\r\n'
  expect(readSheet(copied).rows).toEqual([
    ['Name', 'Says', 'Note'],
    ['Mara', 'two\r\nlines, "here"', 'a', ''],
  ])
  expect(readSheet('\ufeff姓名,说\n林梅,"a\tb"\n').rows[1]).toEqual(['林梅,"a', 'b"'])
  expect(readSheet('姓名,说\n林梅,"一,二"\n').rows[1]).toEqual(['林梅', '一,二'])
  expect(readSheet("a;b\n1;'=2+3\n").rows[1]).toEqual(['1', '=2+3'])
})

test('reports an unclosed quotation mark with its row', () => {
  expect(readSheet('Name\tSays\nMara\t"never\n').open).toBe(2)
  expect(readSheet('Name\tSays\nMara\tnever\n').open).toBeUndefined()
})

test.each([
  ['Name\tAge\nMara\t35', ['title', 'key']],
  ['编号\t姓名\t类型\n1\t林梅\t角色', ['key', 'title', 'kind']],
  [
    'id,title,kind,words,Age\nx,Mara,character,3,35',
    ['nothing', 'title', 'kind', 'nothing', 'key'],
  ],
])('recognizes the columns of %j by their names', (text, roles) => {
  const { rows } = readSheet(text)
  expect(hasHeaderRow(rows, ['Age'])).toBe(true)
  expect(columnRoles(rows, true, ['Age']).map((it) => it.is)).toEqual(roles)
})

test('rows without a header get column roles from their values', () => {
  const { rows } = readSheet('Ada\t12\nBen\t13')
  expect(hasHeaderRow(rows, ['Age'])).toBe(false)
  expect(columnRoles(rows, false, [])).toEqual([{ is: 'title' }, { is: 'key', key: '' }])
})

test('creates new titles, changes known ones, and ignores empty cells', () => {
  const plan = planned('Name\tage\tJob\nmara\t35\t\n林梅\t\t船长\nMara Two\t\t')
  expect(plan.faults).toEqual([])
  expect(plan.rows.map((it) => [it.does, it.title, it.cells])).toEqual([
    ['change', 'Mara', [{ key: 'Age', before: '34', after: '35' }]],
    ['make', '林梅', [{ key: 'Job', before: '', after: '船长' }]],
    ['make', 'Mara Two', []],
  ])
  expect(planToArgs(plan)).toEqual({
    create_nodes: [
      { title: '林梅', kind: 'character' },
      { title: 'Mara Two', kind: 'character' },
    ],
    cells: [
      { node: '1', k: 'Age', v: '35' },
      { node: '林梅', k: 'Job', v: '船长' },
    ],
  })
  expect(planToArgs(planned('Name\tAge\nMara\t34'))).toBeUndefined()
})

test('reports invalid cells by row and column, and keeps the other rows', () => {
  const plan = planned(
    'Name\tKind\nAda\tcharacter\n\tplace\n\t\nAda\tplace\nGate\tplace\nBen\tship\nAll\tgroup',
  )
  expect(plan.rows.map((it) => it.title)).toEqual(['Ada'])
  expect(plan.faults).toEqual([
    { row: 3, column: 'A', why: 'noTitle', what: '' },
    { row: 5, column: 'A', why: 'twice', what: '2' },
    { row: 6, column: 'A', why: 'ambiguous', what: 'Gate' },
    { row: 7, column: 'B', why: 'noKind', what: 'ship' },
    { row: 8, column: 'B', why: 'group', what: 'group' },
  ])
  expect([0, 25, 26, 701].map(letterOf)).toEqual(['A', 'Z', 'AA', 'ZZ'])
})
