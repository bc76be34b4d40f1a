/** Languages are found by code and by name. */

import { expect, test } from 'vitest'
import { languageCode } from './languageName'

test.each([
  ['de', 'en', 'de'],
  [' German ', 'en', 'de'],
  ['deutsch', 'en', 'de'],
  ['Chinese', 'en', 'zh-CN'],
  ['中文', 'en', 'zh-CN'],
  ['Simplified Chinese', 'en', 'zh-CN'],
  ['繁體中文', 'en', 'zh-TW'],
  ['中文', 'zh-CN', 'zh-CN'],
  ['德语', 'zh-CN', 'de'],
  ['Französisch', 'de', 'fr'],
  ['Francais', 'en', 'fr'],
  ['Norwegian', 'en', 'nb'],
  ['Portuguese', 'en', 'pt'],
  ['Welsh', 'en', 'cy'],
  ['pt-BR', 'en', 'pt-BR'],
  ['Elvish', 'en', 'Elvish'],
  ['', 'en', ''],
])('“%s” in a window in %s means %s', (typed, window, code) => {
  expect(languageCode(typed, window)).toBe(code)
})
