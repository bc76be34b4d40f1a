/** Sounds of scenes: chosen from a file, played as said, replaced by silence. */

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Card } from './sound'
import { a11yViolations, renderWithStory, setUpDom } from './testing/renderWithStory'

beforeEach(setUpDom)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sound = {
  asset: 'aa',
  mime: 'audio/ogg',
  name: 'Rain',
  milliseconds: 65_000,
  plays: 'loop',
}
const cardWith = (data: unknown) => <Card node="n14" data={data} version={1} reread={() => {}} />

test('a scene without a sound offers a file and silence', async () => {
  const { user, calls } = await renderWithStory(cardWith(null))
  screen.getByText(/^No sound yet/)
  await user.click(screen.getByRole('button', { name: 'Stop the music here' }))
  expect(calls('set_sound')).toEqual([{ node: 'n14', plays: 'silence' }])
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('silence says so, and can be removed', async () => {
  const { user, calls } = await renderWithStory(cardWith({ plays: 'silence', milliseconds: 0 }))
  screen.getByText('Music from earlier scenes stops here.')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(calls('remove_sound')).toEqual([{ node: 'n14' }])
})

test('a sound is renamed and played otherwise without its file', async () => {
  const tools = { set_sound: () => ({ ...sound, version: 2 }) }
  const { user, calls } = await renderWithStory(cardWith(sound), { tools })
  screen.getByText('1:05')
  const name = screen.getByRole('textbox', { name: 'What is heard' })
  await user.clear(name)
  await user.type(name, 'Rain on a roof{Enter}')
  await user.selectOptions(screen.getByRole('combobox', { name: 'How it’s played' }), 'music')
  expect(calls('set_sound')).toEqual([
    { node: 'n14', name: 'Rain on a roof' },
    { node: 'n14', plays: 'music' },
  ])
  expect(await a11yViolations()).toEqual([])
})

test('what the system cannot play is told', async () => {
  vi.stubGlobal('fetch', async () => ({ ok: true, blob: async () => new Blob() }))
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  HTMLMediaElement.prototype.play = () => Promise.reject(new Error('no decoder'))
  const { user } = await renderWithStory(cardWith(sound))
  const play = await screen.findByRole('button', { name: 'Play' })
  await vi.waitFor(() => expect(play.hasAttribute('disabled')).toBe(false))
  await user.click(play)
  await screen.findByText(/can’t be played here/)
})
