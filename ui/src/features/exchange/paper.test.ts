/** The usual paper of a region. */

import { expect, test } from 'vitest'
import { paperNamed } from './paper'

test('the paper is the one that was chosen, or the usual one of the region', () => {
  for (const [name, language, paper] of [
    [null, 'en-US', 'letter'],
    [null, 'es-MX', 'letter'],
    [null, 'en-GB', 'a4'],
    [null, 'zh-Hans-CN', 'a4'],
    [null, 'de', 'a4'],
    ['a4', 'en-US', 'a4'],
    ['letter', 'de-DE', 'letter'],
    ['legal', 'fr-CA', 'letter'],
  ] as const)
    expect(paperNamed(name, language)).toBe(paper)
})
