/** What of the form is a change of the settings. */

import { expect, test } from 'vitest'
import type { ProgramSettings } from '../../bridge'
import { changedSettings, formFromSettings } from './settingsForm'

const settings = {
  model: 'builtin',
  image_model: 'builtin',
  autonomy: 'adopt',
  author: 'writer',
  scale: 100,
  providers: {},
} as unknown as ProgramSettings

test('an image model that was chosen is changed, and one that was emptied is the built-in one', () => {
  const chosen = formFromSettings(settings)
  expect(changedSettings(chosen, settings)).not.toHaveProperty('image_model')
  const wanted = { ...chosen, image: ' openai:gpt-image-1 ' }
  expect(changedSettings(wanted, settings)).toHaveProperty('image_model', 'openai:gpt-image-1')
  const painted = { ...settings, image_model: 'openai:gpt-image-1' }
  expect(changedSettings({ ...chosen, image: '' }, painted)).toHaveProperty(
    'image_model',
    'builtin',
  )
})
