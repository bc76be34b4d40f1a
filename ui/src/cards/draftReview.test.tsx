/** Reviewing a draft in the text: its passages are accepted one by one, edited and discarded. */

import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeError } from '../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from './testing/renderWithStory'
import { Card } from './text'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
})
afterEach(cleanup)

const story = 'He opened the door.\n\nIt was night.\n\nHe spoke.'
const drafted = 'He opened the gate.\n\nIt was night.\n\nHe sang.'

async function review(adopt: () => unknown = () => ({ left: 1 })) {
  const props = { node: 'n18', data: { text: drafted }, version: 4, reread: () => {} }
  const set = await renderWithStory(<Card {...props} />, {
    tools: { read_text: () => ({ text: story, version: 3 }), adopt_passages: adopt },
  })
  await act(() => set.session.showDraft('d1'))
  await screen.findByText('2 changes in this draft')
  return set
}

test('a passage is accepted, and the rest waits', async () => {
  const { bridge, calls, user } = await review()
  expect(await a11yViolations()).toEqual([])
  const [first] = screen.getAllByRole('button', { name: 'Accept' })
  if (first) await user.click(first)
  const text = 'He opened the gate.\n\nIt was night.\n\nHe spoke.'
  expect(calls('adopt_passages')).toEqual([{ draft: 'd1', node: 'n18', text }])
  expect(bridge.calls.find((it) => it.name === 'adopt_passages')?.draft).toBeUndefined()
  await screen.findByText('1 change in this draft')
})

test('accepting the last passage closes the draft review', async () => {
  const { session, user } = await review(() => ({ left: 0 }))
  const [first] = screen.getAllByRole('button', { name: 'Accept' })
  if (first) await user.click(first)
  await waitFor(() => expect(session.draft).toBeUndefined())
})

test('a passage that could not be accepted stays in the draft, with the reason', async () => {
  const { user } = await review(() => {
    throw new FakeError('CONFLICT', 'Ada has changed the text since')
  })
  const [first] = screen.getAllByRole('button', { name: 'Accept' })
  if (first) await user.click(first)
  expect((await screen.findByRole('alert')).textContent).toContain('Ada has changed the text')
  await screen.findByText('2 changes in this draft')
})

test('discarding a passage and typing change the draft', async () => {
  const { bridge, user } = await review()
  const [first] = screen.getAllByRole('button', { name: 'Discard' })
  if (first) await user.click(first)
  const editor = EditorView.findFromDOM(screen.getByRole('textbox'))
  const end = editor?.state.doc.length ?? 0
  act(() => editor?.dispatch({ changes: { from: end, insert: ' Loudly.' } }))
  fireEvent.blur(screen.getByRole('textbox'))
  await waitFor(() => expect(bridge.calls.some((it) => it.name === 'write_text')).toBe(true))
  const written = bridge.calls.find((it) => it.name === 'write_text')
  expect(written?.draft).toBe('d1')
  expect(written?.args.text).toBe('He opened the door.\n\nIt was night.\n\nHe sang. Loudly.')
})

test('opening a draft saves unsaved text to the story first', async () => {
  const props = { node: 'n18', data: { text: story }, version: 3, reread: () => {} }
  const { bridge, session } = await renderWithStory(<Card {...props} />, {
    tools: { read_text: () => ({ text: story, version: 3 }) },
  })
  const editor = EditorView.findFromDOM(screen.getByRole('textbox'))
  act(() => editor?.dispatch({ changes: { from: 0, insert: 'Once. ' }, userEvent: 'input.type' }))
  await act(() => session.showDraft('d1'))
  await waitFor(() => expect(bridge.calls.some((it) => it.name === 'write_text')).toBe(true))
  const written = bridge.calls.find((it) => it.name === 'write_text')
  expect([written?.draft, written?.args.text]).toEqual([undefined, `Once. ${story}`])
})
