/** The corner of the map: the minimap folds on a small map, and what is fitted is clear of the bars. */

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSelection } from '../../../document'
import { open } from '../testing'
import { useMinimapFold } from './minimapFold'

/** Gives the map a size, and every bar over it a place. */
function laidOut(size: { width: number; height: number }, bar = new DOMRect()): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('[role="application"]')) return new DOMRect(0, 0, size.width, size.height)
    return this.matches('[data-map-bar]') ? bar : new DOMRect()
  })
}

const minimap = () => document.querySelector('[data-corner] canvas')

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
  useMinimapFold.setState({ isOpen: false })
})
afterEach(() => vi.restoreAllMocks())

describe('the minimap', () => {
  it('is always shown on a large map', async () => {
    laidOut({ width: 900, height: 700 })
    await open()
    expect(minimap()).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show the minimap' })).toBeNull()
  })

  for (const size of [
    { width: 500, height: 700 },
    { width: 900, height: 400 },
  ]) {
    it(`folds into a button on a map of ${size.width} by ${size.height}`, async () => {
      laidOut(size)
      await open()
      expect(minimap()).toBeNull()
      const user = userEvent.setup()
      const button = screen.getByRole('button', { name: 'Show the minimap' })
      expect(button.getAttribute('aria-expanded')).toBe('false')
      button.focus()
      await user.keyboard('{Enter}')
      expect(minimap()).toBeTruthy()
      // The button stays where it is, with the focus.
      expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')
      await user.click(screen.getByRole('button', { name: 'Hide the minimap' }))
      expect(minimap()).toBeNull()
    })
  }

  it('is remembered while the window is open', async () => {
    laidOut({ width: 500, height: 400 })
    useMinimapFold.getState().toggle()
    await open()
    expect(minimap()).toBeTruthy()
  })
})

it('shows the whole story beside the bars over the map', async () => {
  // Over the first card, were the story shown in the middle.
  laidOut({ width: 900, height: 300 }, new DOMRect(12, 12, 300, 250))
  const { map } = await open()
  act(() => map.fitAll())
  const left = ({ x }: { x: number }) => (x - map.view.camera.x) * map.view.camera.zoom
  expect(left({ x: 100 })).toBeGreaterThanOrEqual(324)
})
