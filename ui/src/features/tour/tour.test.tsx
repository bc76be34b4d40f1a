/**
 * The tour: five steps, advanced with Enter, closed at any time, and ending in the story itself.
 */

import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useDock, useTour, useWorkspace } from '../../state'
import { Tour } from '.'

beforeEach(() => {
  setUpDom()
  useTour.getState().leave()
  useWorkspace
    .getState()
    .setColumns({ left: [], right: ['inspector', 'assistant', 'history', 'play'] }, [])
})
afterEach(cleanup)

test('five steps lead through the window and end with playing', async () => {
  const { user, session } = await renderWithStory(<Tour />)
  expect(screen.queryByRole('complementary')).toBeNull()
  act(() => useTour.getState().start())
  const titles: string[] = []
  for (let step = 0; step < 5; step++) {
    titles.push(screen.getByRole('heading').textContent ?? '')
    if (step < 4) await user.keyboard('{Enter}')
  }
  expect(new Set(titles).size).toBe(5)
  screen.getByText('Step 5 of 5')
  expect(await a11yViolations()).toEqual([])
  const before = useDock.getState()
  await user.click(screen.getByRole('button', { name: 'Play the story' }))
  expect(useDock.getState()).not.toBe(before)
  expect(session.mirror.story.start).not.toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('Escape closes the tour, and Back goes back a step', async () => {
  const { user } = await renderWithStory(<Tour />)
  act(() => useTour.getState().start())
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  screen.getByText('Step 1 of 5')
  await user.keyboard('{Escape}')
  expect(useTour.getState().step).toBeUndefined()
})
