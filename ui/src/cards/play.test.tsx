/** The play settings of a node, and cards generated from the tools of a capability. */

import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { FakeError } from '../bridge/fake/fakeBridge'
import { cardOf } from './index'
import { a11yViolations, renderWithStory, setUpDom } from './testing/renderWithStory'

beforeAll(setUpDom)

const nothing = () => {}

test('an ending can be marked, and an effect on entering set', async () => {
  const Card = cardOf('play')
  const { user, calls } = await renderWithStory(
    <Card node="n10" data={{ enter: 'gold = 1' }} version={1} reread={nothing} />,
    { tools: { set_ending: () => ({}), set_enter_effect: () => ({}) } },
  )
  await user.click(screen.getByRole('checkbox', { name: 'The story can end here' }))
  expect(calls('set_ending')).toEqual([{ node: 'n10', ending: true }])
  const field = screen.getByRole('textbox', { name: /When a reader arrives/ })
  expect(field).toHaveProperty('value', 'gold = 1')
  await user.type(field, '; met = true{Enter}')
  expect(calls('set_enter_effect')).toEqual([{ node: 'n10', effect: 'gold = 1; met = true' }])
  expect(await a11yViolations()).toEqual([])
})

test('an invalid effect stays in the field for correction', async () => {
  const Card = cardOf('play')
  const refuse = () => {
    throw new FakeError('INVALID_ACTION_INPUT', 'at character 5: nothing follows', 'say a value')
  }
  const { user } = await renderWithStory(
    <Card node="n10" data={null} version={null} reread={nothing} />,
    {
      tools: { set_enter_effect: refuse },
    },
  )
  const field = screen.getByRole('textbox')
  await user.type(field, 'gold ={Enter}')
  await screen.findByText(/nothing follows/)
  expect(field).toHaveProperty('value', 'gold =')
})

test('a capability without its own card is shown as data and edited with tool forms', async () => {
  // Any capability serves whose tools the window knows; this card knows nothing but its name.
  const { Card } = await import('./other')
  const { user, calls } = await renderWithStory(
    <Card
      capability="play"
      node="n10"
      data={{ effect: 'gold = 1', ending: true }}
      version={3}
      reread={nothing}
    />,
    { tools: { set_enter_effect: () => ({}) } },
  )
  expect(screen.getAllByRole('definition').map((it) => it.textContent)).toEqual(['gold = 1', 'Yes'])
  await user.click(screen.getByText('Set the effect on arrival'))
  const form = within(screen.getByRole('form', { name: 'Set the effect on arrival' }))
  const effect = form.getByRole('textbox', { name: 'Effect' })
  expect(effect).toHaveProperty('value', 'gold = 1')
  await user.clear(effect)
  await user.type(effect, 'gold = 2')
  await user.click(form.getByRole('button', { name: 'Run' }))
  await waitFor(() =>
    expect(calls('set_enter_effect')).toEqual([{ node: 'n10', effect: 'gold = 2' }]),
  )
  expect(await a11yViolations()).toEqual([])
})
