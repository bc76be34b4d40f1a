/** Rewriting a passage: opened by key, asked for, taken in part, as a part of the writer's own text. */

import { undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeError, type FakeTool } from '../../../bridge/fake/fakeBridge'
import { setPrompts } from '../../prompts'
import { a11yViolations, renderWithStory, setUpDom } from '../../testing/renderWithStory'
import { Card } from '../../text'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
})
afterEach(cleanup)

const before = 'It begins with a storm. Too loud.'

function editor(): EditorView {
  const found = EditorView.findFromDOM(screen.getByRole('textbox', { name: /^Text of/ }))
  if (!found) throw new Error('there is no editor')
  return found
}

function answer(text: string, more: object = {}): FakeTool {
  const usage = { model: 'tiny:test', input_tokens: 9, output_tokens: 9 }
  return () => ({ text, complete: true, lost_links: [], ...usage, ...more })
}

/** The card, with a passage selected and the box opened by its key. */
async function openBox(rewrite_passage: FakeTool, passage = 'It begins with a storm.') {
  const props = { node: 'n18', data: { text: before }, version: 3, reread: () => {} }
  const shown = await renderWithStory(<Card {...props} />, { tools: { rewrite_passage } })
  const from = before.indexOf(passage)
  act(() => editor().dispatch({ selection: { anchor: from, head: from + passage.length } }))
  fireEvent.keyDown(editor().contentDOM, { key: 'j', ctrlKey: true })
  await screen.findByRole('region', { name: /^(Rewrite|Write on)/ })
  return shown
}

test('one change is taken and another left; the words are the writer’s own and saved', async () => {
  const { user, calls } = await openBox(answer('It starts with a gale.'))
  await user.click(screen.getByRole('button', { name: 'Rephrase' }))
  await screen.findByRole('group', { name: 'New words' })
  expect(calls('rewrite_passage')).toEqual([
    {
      node: 'n18',
      passage: 'It begins with a storm.',
      character: 1,
      task: 'rephrase',
      unlike: [],
    },
  ])
  await user.click(screen.getByRole('checkbox', { name: 'Word by word' }))
  const starts = screen.getByRole('button', { name: 'begins starts' })
  expect(starts.getAttribute('aria-pressed')).toBe('true')
  starts.focus()
  await user.keyboard(' ')
  expect(starts.getAttribute('aria-pressed')).toBe('false')
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Take these changes' }))
  expect(editor().state.sliceDoc()).toBe('It begins with a gale. Too loud.')
  expect(screen.queryByRole('region', { name: 'Rewrite' })).toBeNull()
  await screen.findByText('Saved')
  expect(calls('write_text').at(-1)?.text).toBe('It begins with a gale. Too loud.')
  act(() => void undo(editor()))
  expect(editor().state.sliceDoc()).toBe(before)
})

test('another answer differs from the earlier ones, and Escape leaves the text as it was', async () => {
  const texts = ['One.', 'Two.']
  const { user, calls } = await openBox((cx) => answer(texts.shift() ?? '')(cx))
  await user.click(screen.getByRole('button', { name: 'Shorten' }))
  await user.click(await screen.findByRole('button', { name: 'Another' }))
  await screen.findByTitle(/becomes “Two”/)
  expect(calls('rewrite_passage').at(-1)).toMatchObject({ task: 'shorten', unlike: ['One.'] })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Rewrite' })).toBeNull()
  expect(editor().state.sliceDoc()).toBe(before)
  expect(editor().hasFocus).toBe(true)
})

test('a tone is chosen or typed, and own words are asked for as they are', async () => {
  const { user, calls } = await openBox(answer('It begins.'))
  await user.click(screen.getByRole('button', { name: 'Change tone…' }))
  await user.click(screen.getByRole('button', { name: 'colder' }))
  await user.click(await screen.findByRole('button', { name: 'Something else' }))
  await user.type(screen.getByRole('textbox', { name: 'How should it change?' }), 'No storm.')
  await user.keyboard('{Enter}')
  await screen.findByRole('group', { name: 'New words' })
  const asked = calls('rewrite_passage').map(({ task, detail }) => [task, detail])
  expect(asked).toEqual([
    ['tone', 'colder'],
    ['own', 'No storm.'],
  ])
})

test('what is written on stands behind the passage, sentence by sentence', async () => {
  const { user } = await openBox(answer(' Then rain. Then hail.'))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Then hail.' }))
  await user.click(screen.getByRole('button', { name: 'Take these changes' }))
  expect(editor().state.sliceDoc()).toBe('It begins with a storm. Then rain.  Too loud.')
})

test('without a selection the text is written on at the caret', async () => {
  const { user, calls } = await openBox(answer(' And so on.'), '')
  expect(screen.queryByRole('button', { name: 'Shorten' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Take it' }))
  expect(calls('rewrite_passage').at(-1)).toMatchObject({ task: 'continue', passage: '' })
  expect(editor().state.sliceDoc()).toBe(` And so on.${before}`)
})

test('a passage that was changed meanwhile is not written over', async () => {
  const { user } = await openBox(answer('It starts.'))
  await user.click(screen.getByRole('button', { name: 'Rephrase' }))
  const take = await screen.findByRole('button', { name: 'Take it' })
  act(() => editor().dispatch({ changes: { from: 3, to: 9, insert: 'ends' } }))
  await user.click(take)
  expect((await screen.findByRole('alert')).textContent).toContain('changed')
  expect(editor().state.sliceDoc()).toBe('It ends with a storm. Too loud.')
})

test('lost links and a text that broke off are told', async () => {
  const { user } = await openBox(answer('It', { complete: false, lost_links: ['Harbor'] }))
  await user.click(screen.getByRole('button', { name: 'Expand' }))
  await screen.findByText('Without the links to: Harbor')
  await screen.findByText(/break off/)
})

test('without a model that writes it is said plainly', async () => {
  const { user } = await openBox(() => {
    throw new FakeError('UNAVAILABLE', 'no language model is chosen')
  })
  await user.click(screen.getByRole('button', { name: 'Rephrase' }))
  expect((await screen.findByRole('alert')).textContent).toContain('no language model is chosen')
  await screen.findByRole('button', { name: 'Rephrase' })
})

test('the writer’s own prompts are offered beside the usual tasks', async () => {
  setPrompts({ 'Show, don’t tell': 'Feelings show in actions.' })
  const { user, calls } = await openBox(answer('Her hands shake.'))
  await user.click(screen.getByRole('button', { name: 'Show, don’t tell' }))
  await screen.findByRole('group', { name: 'New words' })
  expect(calls('rewrite_passage')).toMatchObject([
    { task: 'own', detail: 'Feelings show in actions.' },
  ])
  setPrompts()
})
