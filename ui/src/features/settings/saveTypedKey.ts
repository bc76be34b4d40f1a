/** Saves a typed key. */

import { callProgram, type Program } from '../../bridge'
import type { SettingsForm } from './settingsForm'

/** Keeps a key that was typed, so that whatever is tried with it is tried as it will be used. */
export async function saveTypedKey(
  program: Program,
  { provider, key }: SettingsForm,
): Promise<void> {
  if (key.trim()) await callProgram(program, 'set_api_key', { provider, key })
}
