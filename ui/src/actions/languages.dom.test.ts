/** A language of the window is one folder of messages and one row of `locales/languages.json`. */

import { expect, test } from 'vitest'
import { FakeBridge, smallStory } from '../bridge/fake/fakeBridge'
import { Session } from '../document'
import { usePreferences } from '../state'
import { LANGUAGES } from '../text'
import { actionContext } from './action'
import { allActions, languageAction } from './allActions'

test.each(LANGUAGES)('the action $name switches the window to $code', ({ code, name }) => {
  const action = allActions().find((it) => it.id === languageAction(code))
  expect(action?.label).toBe(name)
  action?.perform(actionContext(new Session(new FakeBridge(smallStory()))))
  expect(usePreferences.getState().language).toBe(code)
  expect(document.documentElement.lang).toBe(code)
})

test('no code of the window names a language other than English', () => {
  const sources = import.meta.glob('../**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const others = LANGUAGES.filter((it) => it.code !== 'en')
  const codes = others.flatMap(({ code }) => [code, code.split('-')[0]]).join('|')
  const choice = new RegExp(`(===|!==|case|setLanguage\\()\\s*['"\`](${codes})['"\`]`)
  const names = (text: string) => others.some((it) => text.includes(it.name)) || choice.test(text)
  const naming = Object.entries(sources)
    .filter(([path]) => !path.includes('.test.') && !path.includes('/generated/'))
    .filter(([, text]) => names(String(text)))
  expect(naming.map(([path]) => path)).toEqual([])
})
