/** Every tool and every field has a label, in every language. */

import { expect, test } from 'vitest'
import { commands } from '../generated/commands'
import { currentToolName } from './formerTools'
import { LANGUAGES, translationIn } from './messages'

const languages = LANGUAGES.map((it) => it.code)

test.each(languages)('every tool has a label (%s)', (language) => {
  const t = translationIn(language)
  expect(commands.map((it) => it.name).filter((it) => !t.exists(`tools-did-${it}`))).toEqual([])
})

test('a stored call under a former name has the label of the current tool', () => {
  expect(currentToolName('relabel_link')).toBe('update_link')
  expect(currentToolName('write_text')).toBe('write_text')
  expect(currentToolName('constructor')).toBe('constructor')
})

test.each(languages)('every field has a label (%s)', (language) => {
  const t = translationIn(language)
  const fields = commands.flatMap((it) => it.fields)
  const names = [...fields, ...fields.flatMap((it) => it.holds ?? [])].map((it) => it.name)
  expect([...new Set(names)].filter((it) => !t.exists(`tools-fields-${it}`))).toEqual([])
})

test.each(languages)('every writing tool has a reason text (%s)', (language) => {
  const t = translationIn(language)
  // The assistant's own business leaves no version of the story behind.
  const writing = commands.filter((it) => it.impact !== 'read' && it.module !== 'assistant')
  const unnamed = writing.filter((it) => !t.exists(`versions-reasons-${it.name}`))
  expect(unnamed.map((it) => it.name)).toEqual([])
})
