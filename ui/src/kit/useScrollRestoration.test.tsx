/** A scroll position is restored by name. */

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScrollRestoration } from './useScrollRestoration'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page({ name }: { name: string }) {
  const page = useRef<HTMLDivElement>(null)
  useScrollRestoration(page, name)
  return <div ref={page}>{name}</div>
}

function Box({ name }: { name: string }) {
  return (
    <div data-testid="box" style={{ overflowY: 'auto' }}>
      <Page key={name} name={name} />
    </div>
  )
}

test('restores a separate scroll position for each name', () => {
  const { rerender, unmount } = render(<Box name="one" />)
  const box = screen.getByTestId('box')
  box.scrollTop = 220
  fireEvent.scroll(box)
  rerender(<Box name="two" />)
  expect(box.scrollTop).toBe(0)
  rerender(<Box name="one" />)
  expect(box.scrollTop).toBe(220)
  unmount()
  render(<Box name="one" />)
  expect(screen.getByTestId('box').scrollTop).toBe(220)
})
