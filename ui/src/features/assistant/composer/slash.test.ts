/** Slash commands are distinguished from messages. */

import { expect, it } from 'vitest'
import { isCommand, withPlainSlash } from './slash'

it.each(['/outline', ' /kv.update Name=Neo', '/search 灯塔 雾', '/undo {"change": 7}'])(
  '%s calls a tool',
  (line) => expect(isCommand(line)).toBe(true),
)

it.each(['/', '/ hello', 'hello', 'and/or', '/and/or'])('%s does not', (line) =>
  expect(isCommand(line)).toBe(false),
)

it.each([
  ['、outline', '/outline'],
  ['／搜索', '/搜索'],
  ['去，然后、回来', '去，然后、回来'],
])('%s is read as %s', (line, taken) => expect(withPlainSlash(line)).toBe(taken))
