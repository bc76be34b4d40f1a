/** Repetitions are listed with their places, for the story or for one scene; a press opens one. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { usePage } from '../../state/page'
import { RepetitionsPanel } from '.'

beforeAll(setUpDom)
beforeEach(() => act(() => useSelection.getState().clear()))

const node = { id: 'n01', title: 'The night ferry' }
const found = {
  words: 1200,
  close_count: 1,
  close: [{ word: 'lantern', times: 2, node, quote: 'lantern.\n\nThe lantern', character: 9 }],
  phrase_count: 1,
  phrases: [
    {
      phrase: 'took a deep breath',
      count: 3,
      places: [
        { node, quote: 'took a deep breath', character: 40 },
        { node: { id: 'n02', title: 'Deck' }, quote: 'took a deep breath', character: 1 },
      ],
    },
  ],
}

test('words and phrases are listed, and their places open', async () => {
  const { user } = await renderWithStory(<RepetitionsPanel />, {
    tools: { find_repetitions: () => found },
  })
  const close = await screen.findByRole('region', { name: 'Close together' })
  within(close).getByText('lantern. The lantern')
  expect(await a11yViolations()).toEqual([])
  await user.click(within(close).getByRole('button', { name: /lantern × 2/ }))
  expect(usePage.getState().wanted?.passage).toMatchObject({ character: 9 })
  const phrases = screen.getByRole('region', { name: 'Frequent phrases' })
  await user.click(within(phrases).getByRole('button', { name: /took a deep breath/ }))
  within(phrases).getByText('and one more place')
  await user.click(within(phrases).getByRole('button', { name: 'Deck' }))
  expect(usePage.getState().wanted?.passage).toMatchObject({ quote: 'took a deep breath' })
})

test('the selected scene can be looked at alone', async () => {
  const asked: unknown[] = []
  const none = { words: 0, close_count: 0, close: [], phrase_count: 0, phrases: [] }
  const { user } = await renderWithStory(<RepetitionsPanel />, {
    tools: {
      find_repetitions: ({ args }) => {
        asked.push(args)
        return none
      },
    },
  })
  await screen.findByText('No repetitions stand out')
  await user.click(screen.getByRole('radio', { name: 'Selected scene' }))
  screen.getByText('Select a scene')
  act(() => useSelection.getState().select(['n01']))
  await waitFor(() => expect(asked.at(-1)).toEqual({ nodes: ['n01'], limit: 100 }))
})
