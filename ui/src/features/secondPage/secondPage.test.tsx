/** The second page: a card that stays while others are selected, and the cards shown before. */

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { openOnSecondPage, SECOND_PAGE, useSecondPage, useWorkspace } from '../../state'
import { SecondPage } from '.'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
  useSelection.getState().clear()
  useSecondPage.setState({ opened: {} })
  useWorkspace.getState().setColumns({ left: ['outline', SECOND_PAGE], right: ['inspector'] }, [])
})
afterEach(cleanup)

const title = () => screen.getByRole('heading', { level: 3 }).textContent

test('a card is shown by its title and stays when another one is selected', async () => {
  const { user, session } = await renderWithStory(<SecondPage />)
  screen.getByText('No card here yet')
  await user.type(screen.getByRole('combobox', { name: 'Show a card…' }), 'night{Enter}')
  await screen.findByRole('heading', { name: 'The night ferry' })
  await screen.findByRole('textbox', { name: /^Text of/ })
  act(() => useSelection.getState().select(['n02']))
  expect(title()).toBe('The night ferry')
  expect(await a11yViolations()).toEqual([])
  expect(useWorkspace.getState().shown.left).toBe(SECOND_PAGE)
  const stored = JSON.parse(localStorage.getItem('storyteller-second-page') ?? '')
  expect(stored).toEqual({ [session.mirror.story.id]: { nodes: ['n01'], shown: 'n01' } })
})

test('an offered title shows its card at once', async () => {
  await renderWithStory(<SecondPage />)
  const field = screen.getByRole('combobox', { name: 'Show a card…' })
  const value = 'The night ferry'
  fireEvent.input(field, { target: { value }, inputType: 'insertReplacementText' })
  await screen.findByRole('heading', { name: value })
})

test('choices are followed on the page itself, and earlier cards come back', async () => {
  const { user, session } = await renderWithStory(<SecondPage />)
  act(() => openOnSecondPage(session.mirror.story.id, 'n01'))
  const choices = await screen.findByRole('list', { name: 'Choices' })
  const [first] = within(choices).getAllByRole('button')
  if (!first) throw new Error('there is no choice')
  await user.click(first)
  await waitFor(() => expect(title()).not.toBe('The night ferry'))
  const cards = within(screen.getByRole('list', { name: 'Cards opened here' }))
  expect(cards.getAllByRole('button').map((it) => it.getAttribute('aria-current'))).toEqual([
    'false',
    'true',
  ])
  await user.click(cards.getByRole('button', { name: 'The night ferry' }))
  await screen.findByRole('heading', { name: 'The night ferry' })
  expect(useSelection.getState().focused).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Go to “The night ferry”' }))
  expect(useSelection.getState().focused).toBe('n01')
  await user.click(screen.getByRole('button', { name: /^Take “The night ferry”/ }))
  await waitFor(() => expect(title()).not.toBe('The night ferry'))
})
