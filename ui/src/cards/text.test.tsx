/** Prose in the window: typed, saved, updated; both texts kept after concurrent edits. */

import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smallStory } from '../bridge/fake/fakeBridge'
import { readUnsavedText } from './prose/unsavedText'
import { a11yViolations, renderWithStory, setUpDom } from './testing/renderWithStory'
import { Card } from './text'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
})
afterEach(cleanup)

const before = 'It begins with a storm. Too loud.'

/** The card of one node, its data given again when `show` is called. */
function props(text: string) {
  return { node: 'n18', data: { text }, version: 3, reread: () => {} }
}

function editor(): EditorView {
  const found = EditorView.findFromDOM(screen.getByRole('textbox'))
  if (!found) throw new Error('there is no editor')
  return found
}

function type(insert: string) {
  act(() => editor().dispatch({ changes: { from: 0, insert }, userEvent: 'input.type' }))
}

test('typed text is saved when the editor loses focus', async () => {
  const { calls } = await renderWithStory(<Card {...props(before)} />)
  type('Once. ')
  expect(calls('write_text')).toEqual([])
  fireEvent.blur(screen.getByRole('textbox'))
  await screen.findByText('Saved')
  expect(calls('write_text')).toEqual([{ node: 'n18', text: `Once. ${before}`, expected: 3 }])
})

test('typed text is saved when the card unmounts', async () => {
  const { calls } = await renderWithStory(<Card {...props(before)} />)
  type('Once. ')
  cleanup()
  expect(calls('write_text')).toEqual([{ node: 'n18', text: `Once. ${before}`, expected: 3 }])
})

test('the word count follows typing', async () => {
  await renderWithStory(<Card {...props(before)} />)
  await screen.findByText('7 words')
  type('雾散了。')
  await screen.findByText('10 words')
})

test('leaving during a composition saves after the composition', async () => {
  const { calls } = await renderWithStory(<Card {...props(before)} />)
  const field = screen.getByRole('textbox')
  fireEvent.compositionStart(field)
  type('ni')
  fireEvent.blur(field)
  expect(calls('write_text')).toEqual([])
  fireEvent.compositionEnd(field)
  await screen.findByText('Saved')
  expect(calls('write_text')).toHaveLength(1)
})

test('saves typed text after an aborted composition', async () => {
  const { calls } = await renderWithStory(<Card {...props(before)} />)
  const field = screen.getByRole('textbox')
  fireEvent.compositionStart(field)
  type('ni')
  fireEvent.input(field, { isComposing: false })
  fireEvent.blur(field)
  await screen.findByText('Saved')
  expect(calls('write_text')).toHaveLength(1)
})

test('an error is shown with a hint and the typed text stays', async () => {
  const tools = {
    write_text: () => {
      throw new Error('the program is gone')
    },
  }
  await renderWithStory(<Card {...props(before)} />, { tools })
  type('Once. ')
  fireEvent.blur(screen.getByRole('textbox'))
  expect((await screen.findByRole('alert')).textContent).toBe('the program is gone')
  expect(editor().state.sliceDoc()).toBe(`Once. ${before}`)
  expect(readUnsavedText('fake', 'n18')?.text).toBe(`Once. ${before}`)
})

test('the text fills the whole window until Escape', async () => {
  const { user } = await renderWithStory(
    <>
      <button type="button">beside</button>
      <Card {...props(before)} />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Focus mode' }))
  expect(screen.getByText('beside').inert).toBe(true)
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
  expect(screen.getByText('beside').inert).toBe(false)
  expect(editor().state.sliceDoc()).toBe(before)
})

test('has no accessibility violations', async () => {
  await renderWithStory(<Card {...props(before)} />, { story: smallStory() })
  expect(await a11yViolations()).toEqual([])
})

test('an unseen change is shown, not overwritten', async () => {
  const { bridge, calls } = await renderWithStory(<Card {...props(before)} />)
  const theirs = { node: 'n18', text: 'Theirs.' }
  await act(() => bridge.callAs('assistant', { name: 'write_text', args: theirs }))
  type('Once, ')
  fireEvent.blur(screen.getByRole('textbox'))
  expect((await screen.findByRole('alert')).textContent).toContain('changed')
  expect(bridge.story.nodes.get('n18')?.text).toBe('Theirs.')
  fireEvent.click(screen.getByRole('radio', { name: 'Keep mine' }))
  fireEvent.click(screen.getByRole('button', { name: 'Continue with these words' }))
  await screen.findByText('Saved')
  expect(bridge.story.nodes.get('n18')?.text).toBe(`Once, ${before}`)
  expect(calls('write_text').at(-1)?.expected).toBe(4)
})
