/** Lines with a slash are told apart from words. */

import { expect, it } from 'vitest'
import { isCommand } from './slash'

it.each(['/outline', ' /kv.update Name=Neo', '/search 灯塔 雾', '/undo {"change": 7}'])(
  '%s calls a tool',
  (line) => expect(isCommand(line)).toBe(true),
)

it.each(['/', '/ hello', 'hello', 'and/or', '/and/or'])('%s does not', (line) =>
  expect(isCommand(line)).toBe(false),
)
