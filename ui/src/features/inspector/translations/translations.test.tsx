/** Translations of a card: how far each language is, and each piece beside its source. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { useSelection } from '../../../document'
import { useWorkspace } from '../../../state'
import { Inspector } from '../Inspector'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
  useSelection.getState().clear()
  useWorkspace.getState().setColumns({ left: [], right: ['inspector'] }, [])
})
afterEach(cleanup)

const ferry = { id: 'n01', title: 'The night ferry' }

const parts = [
  {
    id: 'title',
    kind: 'title',
    state: 'current',
    source: 'The night ferry',
    text: 'Die Nachtfähre',
  },
  {
    id: 'a1',
    kind: 'line',
    state: 'stale',
    source: 'It rained hard.',
    text: 'Es regnete.',
    source_before: 'It rained.',
    changes: [
      { kind: 'same', text: 'It rained' },
      { kind: 'added', text: ' hard' },
      { kind: 'same', text: '.' },
    ],
  },
  { id: 'b2', kind: 'line', state: 'missing', source: 'The lighthouse was dark.' },
]

function fakes(targets: readonly string[]): Record<string, FakeTool> {
  const read: FakeTool = ({ args }) => ({
    node: ferry,
    language: args.language,
    source_language: 'en',
    version: 3,
    source_version: 2,
    pieces: 3,
    missing: 1,
    stale: 1,
    parts,
    missed_terms: [{ piece: 'a1', term: 'rain', translation: 'Schauer' }],
  })
  const written: FakeTool = ({ args }) => ({
    node: ferry,
    language: args.language,
    version: 4,
    written: 1,
    pieces: 3,
    missing: 0,
    stale: 0,
  })
  return {
    read_story_languages: () => ({ version: 1, source: 'en', targets }),
    read_translation: read,
    write_translation: written,
    confirm_translation: written,
    list_facts: () => ({ node: ferry, count: 0, facts: [] }),
    facts_at: () => ({ node: ferry, count: 0, facts: [] }),
  }
}

async function looked(targets: readonly string[]) {
  useSelection.getState().select(['n01'])
  const set = await renderWithStory(<Inspector />, { tools: fakes(targets) })
  await screen.findByLabelText('Title')
  return set
}

test('a story of one language shows nothing of translations', async () => {
  await looked([])
  await waitFor(() => expect(screen.queryByText('Translations')).toBeNull())
})

test('the only language stands open: source and translation side by side, changes marked', async () => {
  const { user, calls } = await looked(['de'])
  const pieces = within(await screen.findByRole('list', { name: 'German, piece by piece' }))
  screen.getByText('1 missing · 1 outdated')
  expect(pieces.getAllByRole('listitem').map((it) => it.getAttribute('data-state'))).toEqual([
    'current',
    'stale',
    'missing',
  ])
  expect(pieces.getByRole('insertion').textContent).toContain('hard')
  pieces.getByText('The glossary has “Schauer” for “rain”.')
  expect(await a11yViolations()).toEqual([])
  const field = pieces.getByRole('textbox', { name: 'German of “The lighthouse was dark.”' })
  await user.type(field, 'Der Leuchtturm war dunkel. ')
  await user.tab()
  expect(calls('write_translation')).toEqual([
    {
      node: 'n01',
      language: 'de',
      parts: [{ id: 'b2', text: 'Der Leuchtturm war dunkel.' }],
      expected: 3,
      expected_source: 2,
    },
  ])
  await user.click(pieces.getByRole('button', { name: 'Still fits' }))
  expect(calls('confirm_translation')).toEqual([{ node: 'n01', language: 'de', ids: ['a1'] }])
})

test('of several languages each is opened by itself', async () => {
  const { user } = await looked(['de', 'zh-CN'])
  const toggle = await screen.findByRole('button', { name: 'German' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('list', { name: 'German, piece by piece' })).toBeNull()
  await user.click(toggle)
  await screen.findByRole('list', { name: 'German, piece by piece' })
})
