/** Every tool and every field has words of its own, in both languages. */

import { expect, test } from 'vitest'
import { commands } from '../generated/commands'
import { presentTool } from './formerTools'
import { tools } from './tools'
import { versions } from './versions'

const languages = ['en', 'zh'] as const

test.each(languages)('every tool is called by words and not by its name (%s)', (language) => {
  const words: Record<string, string> = tools[language].did
  expect(commands.map((it) => it.name).filter((it) => !words[it])).toEqual([])
  const known = new Set(commands.map((it) => it.name))
  expect(Object.keys(words).filter((it) => !known.has(it))).toEqual([])
})

test('a stored call under a former name is called as the present tool', () => {
  expect(presentTool('relabel_link')).toBe('update_link')
  expect(presentTool('write_text')).toBe('write_text')
  expect(presentTool('constructor')).toBe('constructor')
})

test.each(languages)('every field is called by words (%s)', (language) => {
  const words: Record<string, string> = tools[language].fields
  const fields = commands.flatMap((it) => it.fields)
  const names = [...fields, ...fields.flatMap((it) => it.holds ?? [])].map((it) => it.name)
  expect([...new Set(names)].filter((it) => !words[it])).toEqual([])
})

test.each(languages)('whatever a tool writes has its reason in words (%s)', (language) => {
  const words: Record<string, string> = versions[language].reasons
  // The assistant's own business leaves no version of the story behind.
  const writing = commands.filter((it) => it.impact !== 'read' && it.module !== 'assistant')
  expect(writing.map((it) => it.name).filter((it) => !words[it])).toEqual([])
})
