/** What the window calls titles, kinds and labels in each of its languages is known by that name again. */

import { afterAll, expect, test } from 'vitest'
import { isAlias } from '../../cards'
import { isStatusKey, isTagsKey } from '../../document'
import { LANGUAGES, setLanguage, t } from '../../text'
import { columnRoles, readSheet } from './paste/sheet'

afterAll(() => setLanguage('en'))

test.each(LANGUAGES)('a table copied in $name comes back under its headings', async ({ code }) => {
  await setLanguage(code)
  const heads = [t('bible-columns-title'), t('bible-columns-kind'), t('bible-facts-words'), 'Age']
  const { rows } = readSheet(`${heads.join('\t')}\nMara\tcharacter\t3\t35`)
  const roles = columnRoles(rows, true, ['Age']).map((it) => it.is)
  expect(roles).toEqual(['title', 'kind', 'nothing', 'key'])
})

test.each(LANGUAGES)('the attributes offered in $name are the known ones', async ({ code }) => {
  await setLanguage(code)
  expect(isAlias(t('bible-aliases'))).toBe(true)
  expect(isStatusKey(t('inspector-status-key'))).toBe(true)
  expect(isTagsKey(t('inspector-tags-key'))).toBe(true)
})
