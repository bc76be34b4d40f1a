/** Which values of the form are changes of the settings. */

import { expect, test } from 'vitest'
import type { ProgramSettings } from '../../bridge'
import { changedSettings, formFromSettings } from './settingsForm'

const settings = {
  model: 'builtin',
  values: {
    image_model: 'builtin',
    light_model: '',
    autonomy: 'adopt',
    author: 'writer',
    scale: 100,
    theme: 'dark',
  },
  providers: {},
} as unknown as ProgramSettings

test('only edited settings are changes', () => {
  const chosen = formFromSettings(settings)
  expect(changedSettings(chosen, settings)).toEqual({})
  const values = { ...chosen.values, image_model: 'openai:gpt-image-1', theme: 'light' }
  expect(changedSettings({ ...chosen, values }, settings)).toEqual({
    image_model: 'openai:gpt-image-1',
  })
})
