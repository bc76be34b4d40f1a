/** An error in one part leaves the rest of the page working. */

import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { startText } from '../text'
import { ErrorBoundary } from './ErrorBoundary'

const state = { broken: true }

function Part() {
  if (state.broken) throw new Error('no such card')
  return <p>mended</p>
}

it('shows the error in place of the crashed part and retries on request', () => {
  startText('en')
  // React writes the fault to the console besides.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <>
      <p>the rest</p>
      <ErrorBoundary>
        <Part />
      </ErrorBoundary>
    </>,
  )
  expect(screen.getByText('the rest')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('no such card')
  state.broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Reload this part' }))
  expect(screen.getByText('mended')).toBeTruthy()
})
