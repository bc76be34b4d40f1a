/** Every language has the same messages, every message is used, and their types are up to date. */

import { FluentResource } from '@fluent/bundle'
import { expect, test } from 'vitest'
import { FILES, firstLanguage, LANGUAGES, languageFor } from './messages'

/** The arguments of each message in a language, by its id. */
function messagesOf(language: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [path, text] of Object.entries(FILES)) {
    if (!path.includes(`/locales/${language}/`)) continue
    for (const { id, value } of new FluentResource(text).body) {
      expect(found.has(id), `${id} twice in ${language}`).toBe(false)
      found.set(id, [...argumentsOf(value)].sort())
    }
  }
  return found
}

function argumentsOf(part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const it of part) argumentsOf(it, found)
  else if (part && typeof part === 'object') {
    if ('type' in part && part.type === 'var' && 'name' in part) found.add(String(part.name))
    for (const it of Object.values(part)) argumentsOf(it, found)
  }
  return found
}

/** What the program says in English itself. */
const OWN =
  /^(doings|faults|losses|refusals|warnings|tools-(notes|choices)|assistant-context-reason|exchange-formats|problems-(says|why|mends))-/

const english = messagesOf('en')

test('every folder of messages is listed as a language', () => {
  const folders = Object.keys(FILES).map((it) => it.split('/').at(-2))
  expect([...new Set(folders)].sort()).toEqual(LANGUAGES.map((it) => it.code).sort())
})

test.each(LANGUAGES.filter((it) => it.code !== 'en'))(
  'the messages of $code are those of English',
  ({ code }) => {
    const messages = messagesOf(code)
    expect([...english.keys()].filter((it) => !messages.has(it))).toEqual([])
    expect([...messages.keys()].filter((it) => !english.has(it) && !OWN.test(it))).toEqual([])
    const others = [...messages].filter(([id, args]) =>
      args.some((it) => it !== 'count' && english.get(id)?.includes(it) === false),
    )
    expect(others).toEqual([])
  },
)

test('every message is used', () => {
  const sources = import.meta.glob('../**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const code = Object.entries(sources)
    .filter(([path]) => !path.includes('/generated/') && !path.includes('.test.'))
    .map(([, text]) => String(text))
    .join('\n')
  const begins = [...code.matchAll(/`([a-z]+-[\w-]*)\$\{/g)].map((it) => it[1] ?? '')
  const ids = [...messagesOf('zh-CN').keys()]
  const files = new Set(ids.map((it) => it.split('-')[0]))
  expect(
    begins
      .filter((it) => files.has(it.split('-')[0]))
      .filter((begin) => !ids.some((it) => it.startsWith(begin))),
  ).toEqual([])
  const unused = [...english.keys()].filter(
    (id) => !code.includes(`'${id}'`) && !begins.some((it) => id.startsWith(it)),
  )
  expect(unused).toEqual([])
})

test('the types of the messages are up to date: `npx vitest run src/text -u` writes them', async () => {
  const all = new Map([...LANGUAGES].reverse().flatMap((it) => [...messagesOf(it.code)]))
  for (const [id, args] of english) all.set(id, args)
  const lines = [...all.keys()].sort().map((id) => {
    const args = (all.get(id) ?? []).map((it) => `'${it}'`).join(' | ')
    return `  '${id}': ${args || 'never'}`
  })
  const head =
    '/**\n * Every message by its id, with the names of its arguments.\n' +
    ' * Written by `npx vitest run src/text -u` from `locales`; do not edit.\n */\n\n'
  const text = `${head}export interface Messages {\n${lines.join('\n')}\n}\n`
  await expect(text).toMatchFileSnapshot('../generated/messages.ts')
})

test('finds a language by its code, former code or base language', () => {
  expect(languageFor('zh-CN')).toBe('zh-CN')
  expect(languageFor('zh')).toBe('zh-CN')
  expect(languageFor('en-GB')).toBe('en')
  expect(languageFor('system')).toBeUndefined()
  expect(firstLanguage(null, ['xx', 'zh-Hans'])).toBe('zh-CN')
  expect(firstLanguage('en', ['zh'])).toBe('en')
  expect(firstLanguage(null, [])).toBe('en')
})
