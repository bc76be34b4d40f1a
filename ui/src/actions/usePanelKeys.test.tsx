/** F6 moves focus from panel to panel, and back to where it was. */

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { usePanelKeys } from './usePanelKeys'

afterEach(cleanup)

function Page() {
  usePanelKeys()
  return (
    <>
      <div data-panel="outline">
        <button type="button">one</button>
        <button type="button">two</button>
      </div>
      <div data-panel="closed" inert>
        <button type="button">shut</button>
      </div>
      <div data-panel="assistant">
        <input aria-label="words" />
      </div>
    </>
  )
}

const press = (shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F6', shiftKey })
const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')

test('F6 skips closed panels and restores the focus in each panel', () => {
  render(<Page />)
  press()
  expect(focused()).toBe('one')
  screen.getByText('two').focus()
  press()
  expect(focused()).toBe('words')
  press()
  expect(focused()).toBe('two')
  press(true)
  expect(focused()).toBe('words')
})
