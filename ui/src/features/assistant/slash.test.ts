/** Lines with a slash become calls. */

import { expect, it } from 'vitest'
import { readSlash } from './slash'

it.each([
  ['/outline', 'outline', {}],
  ['/show Captain Oyelaran', 'show_node', { node: 'Captain Oyelaran' }],
  ['/search 灯塔 雾', 'search_story', { words: '灯塔 雾' }],
  [
    '/update_node_kv Name=Neo Role="the one" node=Hero',
    'update_node_kv',
    {
      items: [
        { k: 'Name', v: 'Neo' },
        { k: 'Role', v: 'the one' },
      ],
      node: 'Hero',
    },
  ],
  [
    '/create_node "The fog" kind=place x=40',
    'create_node',
    { title: 'The fog', kind: 'place', x: 40 },
  ],
  ['/rename_node title=42', 'rename_node', { title: '42' }],
  ['/adopt text 3', 'adopt_version', { capability: 'text', number: 3 }],
  ['/compare text from=1 to=2', 'compare_versions', { capability: 'text', from: 1, to: 2 }],
  ['/remove_node_kv keys=Age,Role', 'remove_node_kv', { keys: ['Age', 'Role'] }],
  ['/undo {"change": 7}', 'undo', { change: 7 }],
])('%s', (line, name, args) => {
  expect(readSlash(line)).toEqual({ name, args })
})

it.each(['/', '/ hello', 'hello', '/undo {"change": '])('%s is no call', (line) => {
  expect(readSlash(line)).toBeUndefined()
})
