/** Opening a scene's text: from the map, with Enter, by typing, and for a new scene. */

import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { FakeBridge } from '../bridge/fake/fakeBridge'
import { setUpDom } from '../cards/testing/renderWithStory'
import { useSelection } from '../document'
import { openPage, useNotices, usePage, useWorkspace } from '../state'
import { App } from './App'

// The page's code is loaded when it is first shown: not within the time of a test.
beforeAll(async () => void (await import('../features/inspector')), 60_000)
beforeEach(() => {
  setUpDom()
  localStorage.clear()
  useSelection.getState().clear()
  useWorkspace.getState().setPanel('inspector', true)
})
afterEach(cleanup)

const map = () => screen.getByRole('application')

async function opened(bridge = new FakeBridge()) {
  render(<App bridge={bridge} />)
  await screen.findByRole('application')
  act(() => map().focus())
  return bridge
}

/** The editor of a scene, once it has the caret. */
async function written(title: string): Promise<EditorView> {
  const name = { name: `Text of ${title}` }
  const text = await screen.findByRole('textbox', name, { timeout: 10_000 })
  await waitFor(() => expect(document.activeElement).toBe(text), { timeout: 10_000 })
  const editor = EditorView.findFromDOM(text)
  if (!editor) throw new Error('there is no editor')
  return editor
}

test('Enter on a card places the caret at the end of its text', async () => {
  await opened()
  act(() => useSelection.getState().select(['n10']))
  fireEvent.keyDown(map(), { key: 'Enter' })
  const { state } = await written('Morning')
  expect(state.doc.length).toBeGreaterThan(0)
  expect(state.selection.main.head).toBe(state.doc.length)
})

test('letters typed on a card are appended to its text without loss', async () => {
  await opened()
  act(() => useSelection.getState().select(['n10']))
  for (const key of ['T', 'h', 'e', ' ', 'n', 'p', '1'])
    fireEvent.keyDown(document.activeElement ?? map(), { key })
  const { state } = await written('Morning')
  expect(state.sliceDoc().endsWith('The np1')).toBe(true)
  expect(screen.queryByLabelText('Title of the new card')).toBeNull()
})

test('shortcut letters keep their action, and typing on several cards writes nothing', async () => {
  await opened()
  act(() => useSelection.getState().select(['n10', 'n01']))
  fireEvent.keyDown(map(), { key: 'T' })
  expect(usePage.getState().wanted).toBeUndefined()
  act(() => useSelection.getState().select(['n10']))
  fireEvent.keyDown(map(), { key: 'n' })
  await screen.findByLabelText('Title of the new card')
})

test('creating a scene places the caret in its text', async () => {
  const story = { title: 'New', start: null, nodes: new Map(), edges: new Map() }
  await opened(new FakeBridge(story))
  fireEvent.keyDown(map(), { key: 'n' })
  const title = await screen.findByLabelText('Title of the new card')
  fireEvent.change(title, { target: { value: 'The pier' } })
  fireEvent.submit(title)
  const { state } = await written('The pier')
  expect(state.doc.length).toBe(0)
})

test('Escape moves focus from the text to the map, and the page returns to its width', async () => {
  await opened()
  act(() => useSelection.getState().select(['n10']))
  fireEvent.keyDown(map(), { key: 'Enter' })
  const { contentDOM } = await written('Morning')
  expect(useWorkspace.getState().wide).toBe(true)
  fireEvent.keyDown(contentDOM, { key: 'Escape' })
  expect(document.activeElement).toBe(map())
  expect(useWorkspace.getState().wide).toBe(false)
  fireEvent.keyDown(map(), { key: 'Enter' })
  expect(useWorkspace.getState().wide).toBe(true)
  act(() => useSelection.getState().clear())
  expect(useWorkspace.getState().wide).toBe(false)
})

test('selecting another card cancels opening a page', async () => {
  await opened()
  act(() => {
    useSelection.getState().select(['n10'])
    openPage('n10')
    useSelection.getState().select(['n01'])
  })
  expect(usePage.getState().wanted).toBeUndefined()
})

test('Escape leaves the page and closes a dialog although a notice stands below', async () => {
  await opened()
  const show = () => act(() => useNotices.getState().show({ tone: 'good', text: 'It is done.' }))
  act(() => useSelection.getState().select(['n10']))
  fireEvent.keyDown(map(), { key: 'Enter' })
  const { contentDOM } = await written('Morning')
  show()
  await screen.findByText('It is done.')
  fireEvent.keyDown(contentDOM, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(map()))
  expect(screen.queryByText('It is done.')).toBeNull()

  act(() => useWorkspace.getState().setDialog('keys'))
  const dialog = await screen.findByRole('dialog')
  show()
  await screen.findByText('It is done.')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
