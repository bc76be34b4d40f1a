/** Pictures: generated in one call with progress; an earlier one adopted again. */

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeError, smallStory } from '../bridge/fake/fakeBridge'
import { Card } from './image'
import { a11yViolations, renderWithStory, setUpDom } from './testing/renderWithStory'

beforeEach(setUpDom)
afterEach(cleanup)

const picture = {
  asset: 'aa',
  prompt: 'a lighthouse',
  ratio: '3:2',
  model: 'fake:painter',
  seed: 7,
  width: 480,
  height: 320,
}
const time = '2026-01-01T00:00:00Z'
const tools = {
  list_images: () => ({
    images: [
      { version: 2, adopted: true, time, ...picture },
      { version: 1, adopted: false, time, ...picture, asset: 'bb', prompt: 'a tower' },
    ],
  }),
}
const card = <Card node="n14" data={picture} version={2} reread={() => {}} />

test('the adopted picture is shown with its generation details', async () => {
  await renderWithStory(card, { tools })
  const shown = screen.getByRole('img', { name: 'a lighthouse' })
  expect(shown.getAttribute('src')).toBe('/assets/aa')
  screen.getByText('fake:painter · seed 7 · 480 × 320')
})

test('a click adopts another variant', async () => {
  const { user, calls } = await renderWithStory(card, { tools })
  await user.click(await screen.findByRole('button', { name: 'Use picture 1: a tower' }))
  expect(calls('adopt_version')).toEqual([{ capability: 'image', number: 1, node: 'n14' }])
})

test('a picture is generated from prompt and ratio, with progress', async () => {
  let finish = () => {}
  const { user, calls, bridge } = await renderWithStory(card, { tools, story: smallStory() })
  const answered = bridge.call.bind(bridge)
  bridge.call = async (call) => {
    if (call.name === 'generate_image') {
      // Otherwise the program would ask first where the model costs money.
      expect(call.confirmed).toBe(true)
      await new Promise<void>((done) => (finish = done))
    }
    return answered(call)
  }
  const prompt = screen.getByLabelText('Describe the picture')
  await user.clear(prompt)
  await user.type(prompt, 'a harbor')
  await user.selectOptions(screen.getByLabelText('Shape'), '16:9')
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  expect(screen.getByText('Generating…').getAttribute('role')).toBe('status')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generate' }).disabled).toBe(true)
  finish()
  await screen.findByRole('button', { name: 'Generate' })
  await expect
    .poll(() => calls('generate_image'))
    .toEqual([{ node: 'n14', prompt: 'a harbor', ratio: '16:9' }])
})

test('an error is shown next to the prompt', async () => {
  const refused = () => {
    throw new FakeError('UNAVAILABLE', 'no picture was made', 'look at the settings')
  }
  const { user } = await renderWithStory(card, { tools: { ...tools, generate_image: refused } })
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('no picture was madelook at the settings')
})

test('has no accessibility violations', async () => {
  await renderWithStory(card, { tools })
  await screen.findByRole('button', { name: 'Use picture 1: a tower' })
  expect(await a11yViolations()).toEqual([])
})
