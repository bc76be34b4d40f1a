/** The languages of a story: set, named, exported and taken back; names and terms in a table. */

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useJobRequest, useWorkspace } from '../../state'
import { LanguagesDialog } from '.'

beforeEach(() => {
  setUpDom()
  useJobRequest.setState({ language: undefined })
})
afterEach(() => {
  act(() => useWorkspace.getState().setDialog(undefined))
  cleanup()
})

/** The tools on languages, over a story that has these. */
function fakes(source: string, first: readonly string[]): Record<string, FakeTool> {
  let own = source
  let targets = [...first]
  const terms = [{ term: 'Lighthouse', translations: { de: 'Leuchtturm' } }]
  return {
    read_story_languages: () => ({ version: 1, source: own, targets }),
    set_story_languages: ({ args }) => {
      own = String(args.source_language ?? own)
      targets = (args.target_languages as string[] | undefined) ?? targets
      return { version: 2, source: own, targets }
    },
    list_translations: () => ({
      source_language: own,
      count: 3,
      nodes: [],
      languages: targets.map((language) => ({
        language,
        pieces: 10,
        missing: 2,
        stale: 1,
        open_nodes: 2,
      })),
    }),
    write_translation: ({ args }) => ({
      language: args.language,
      written: 1,
      pieces: 0,
      missing: 0,
      stale: 0,
    }),
    list_glossary: () => ({ count: terms.length, terms }),
    set_glossary_term: ({ args }) => ({ version: 2, term: args.term, count: 1 }),
    remove_glossary_term: ({ args }) => ({ version: 3, term: args.term, count: 0 }),
    export_translations: ({ args }) => ({
      format: args.format,
      extension: 'xlf',
      pieces: 10,
      encoding: 'text',
      bytes: 1,
      content: 'x',
    }),
    import_translations: () => ({ format: 'xliff', languages: [], unplaced: [] }),
  }
}

async function opened(source: string, targets: readonly string[]) {
  const set = await renderWithStory(<LanguagesDialog />, { tools: fakes(source, targets) })
  act(() => useWorkspace.getState().setDialog('languages'))
  await screen.findByLabelText('Written in')
  return set
}

test('the first language is added by its name, with the one the story is written in', async () => {
  const { user, calls } = await opened('', [])
  expect(await a11yViolations()).toEqual([])
  await user.type(screen.getByLabelText('Written in'), 'en')
  await user.type(screen.getByLabelText('Translate into another language'), 'German')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(calls('set_story_languages')).toEqual([
    { source_language: 'en', target_languages: ['de'] },
  ])
  await screen.findByText('7 of 10 translated · 2 missing · 1 outdated')
})

test('a language shows how far it is, and leads to a job that translates the rest', async () => {
  const { user, calls } = await opened('en', ['de'])
  const title = await screen.findByLabelText('Title of the story in German')
  await user.type(title, 'Die Fähre')
  await user.tab()
  expect(calls('write_translation')).toEqual([{ language: 'de', story_title: 'Die Fähre' }])
  expect(await a11yViolations()).toEqual([])
  await user.click(await screen.findByRole('button', { name: /translate 2 scenes/ }))
  expect(useJobRequest.getState().language).toBe('de')
  expect(useWorkspace.getState().dialog).toBeUndefined()
})

test('a language is taken away without a word about its translations being lost', async () => {
  const { user, calls } = await opened('en', ['de', 'zh-CN'])
  await user.click(await screen.findByRole('button', { name: /^Remove German/ }))
  expect(calls('set_story_languages')).toEqual([{ target_languages: ['zh-CN'] }])
})

test('terms are kept in a table, one column a language', async () => {
  const { user, calls } = await opened('en', ['de', 'zh-CN'])
  await user.click(screen.getByRole('tab', { name: 'Glossary' }))
  const chinese = await screen.findByLabelText('“Lighthouse” in Chinese (China)')
  expect(await a11yViolations()).toEqual([])
  await user.type(chinese, '灯塔')
  await user.tab()
  expect(calls('set_glossary_term')).toEqual([
    { term: 'Lighthouse', language: 'zh-CN', translation: '灯塔' },
  ])
  await user.type(screen.getByLabelText('New name or term'), 'Ada{Enter}')
  await waitFor(() => expect(calls('set_glossary_term')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Remove “Lighthouse”' }))
  expect(calls('remove_glossary_term')).toEqual([{ term: 'Lighthouse' }])
})

test('a file is made for one language, or for all in the ways of Yarn and Ink', async () => {
  const { user, calls } = await opened('en', ['de', 'zh-CN'])
  await user.click(screen.getByRole('tab', { name: 'Files for translators' }))
  await user.selectOptions(screen.getByLabelText('Language'), 'zh-CN')
  await user.click(screen.getByRole('checkbox'))
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save…' }))
  await user.selectOptions(screen.getByLabelText('Format'), 'yarn')
  expect(within(screen.getByRole('dialog')).queryByLabelText('Language')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save…' }))
  expect(calls('export_translations')).toEqual([
    { format: 'xliff', language: 'zh-CN', content: 'open' },
    { format: 'yarn' },
  ])
})
