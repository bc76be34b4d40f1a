/** The panel that finds and replaces in one text: counts, steps, options, replacing, closing. */

import { openSearchPanel, searchPanelOpen } from '@codemirror/search'
import { EditorView } from '@codemirror/view'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../testing/renderWithStory'
import { ProseEditor } from './ProseEditor'

beforeEach(setUpDom)
afterEach(cleanup)

const TEXT = 'The lamp. the Lamp, lamps; a+b'

async function opened() {
  const nothing = () => {}
  const set = await renderWithStory(
    <ProseEditor
      text={TEXT}
      label="Text"
      hint="Write"
      onTyped={nothing}
      onCompose={nothing}
      onBlur={nothing}
      onRewrite={nothing}
      onComment={nothing}
      onLook={nothing}
    />,
  )
  const view = EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Text' }))
  if (!view) throw new Error('there is no editor')
  act(() => void openSearchPanel(view))
  return { ...set, view, field: screen.getByRole('textbox', { name: 'Find' }) }
}

const count = () => screen.getByRole('status').textContent

test('matches are counted while one types, and gone through from the field', async () => {
  const { user, view, field } = await opened()
  await user.type(field, 'lamp')
  expect(count()).toBe('3 matches')
  expect(await a11yViolations()).toEqual([])
  await user.keyboard('{Enter}')
  expect(count()).toBe('1 of 3')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(count()).toBe('3 of 3')
  await user.click(screen.getByRole('button', { name: 'Match case' }))
  expect(count()).toBe('2 of 2')
  await user.click(screen.getByRole('button', { name: 'Whole words' }))
  expect(count()).toBe('1 match')
  act(() => screen.getByRole('button', { name: 'Whole words' }).focus())
  await user.keyboard('{Enter}')
  expect(count()).toBe('2 of 2')
  await user.keyboard('{F3}{Escape}')
  expect(searchPanelOpen(view.state)).toBe(false)
  expect(screen.queryByRole('textbox', { name: 'Find' })).toBeNull()
})

test('what is typed is looked for literally, unless it is an expression', async () => {
  const { user, field } = await opened()
  await user.type(field, 'a+b')
  expect(count()).toBe('1 match')
  await user.click(screen.getByRole('button', { name: 'Regular expression' }))
  expect(count()).toBe('No matches')
  await user.clear(field)
  await user.type(field, '(')
  expect(field.parentElement?.dataset.invalid).toBe('true')
})

test('one match is replaced, or all', async () => {
  const { user, view, field } = await opened()
  await user.type(field, 'lamp')
  await user.click(screen.getByRole('button', { name: 'Show replace field' }))
  await user.type(screen.getByRole('textbox', { name: 'Replace with' }), 'light')
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  expect(view.state.sliceDoc()).toBe('The light. the Lamp, lamps; a+b')
  await user.click(screen.getByRole('button', { name: 'Replace all' }))
  expect(view.state.sliceDoc()).toBe('The light. the light, lights; a+b')
  expect(count()).toBe('No matches')
})
