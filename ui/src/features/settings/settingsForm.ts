/** The values of the form, and which of them are changes of the settings. */

import type { ModelChoice, ProgramSettings } from '../../bridge'
import { settingFields } from '../../generated/settings'

/** The provider's name of agents of other programs. */
export const AGENTS = 'acp'
export const BUILT_IN = 'builtin'
/** Any server that speaks OpenAI's chat API, which only the person knows. */
export const CUSTOM_PROVIDER = 'openai-compatible'

export interface SettingsForm {
  provider: string
  /** The model's name without its provider. */
  name: string
  address: string
  /** A key to be kept; what is kept already is never here. */
  key: string
  /** Every other setting, by its name. */
  values: Readonly<Record<string, unknown>>
}

/** A change of a part of the form. */
export type ChangeForm = (part: Partial<SettingsForm>) => void

export function formFromSettings(settings: ProgramSettings): SettingsForm {
  const [provider = BUILT_IN, ...name] = settings.model.split(':')
  return {
    provider,
    name: name.join(':'),
    address: settings.providers[provider]?.base_url ?? '',
    key: '',
    values: settings.values,
  }
}

/** The model as the settings spell it. */
export function modelOf({ provider, name }: SettingsForm): string {
  return provider === BUILT_IN ? BUILT_IN : `${provider}:${name.trim()}`
}

/** What is missing: the model, or the address of a server nobody else knows. */
export function invalidField({
  provider,
  name,
  address,
}: SettingsForm): 'name' | 'address' | undefined {
  if (provider === BUILT_IN) return undefined
  if (!name.trim()) return 'name'
  return provider === CUSTOM_PROVIDER && !address.trim() ? 'address' : undefined
}

/** What was changed; colors and language change at once, and not with the form. */
export function changedSettings(
  chosen: SettingsForm,
  settings: ProgramSettings,
): Record<string, unknown> {
  const { provider, address } = chosen
  const before = settings.providers[provider]?.base_url ?? ''
  const moved = provider !== BUILT_IN && address.trim() !== before
  const kept: Readonly<Record<string, unknown>> = settings.values
  const changed = settingFields
    .filter((it) => PAGES.includes(it.page) && chosen.values[it.name] !== kept[it.name])
    .map((it) => [it.name, chosen.values[it.name]])
  return {
    ...(modelOf(chosen) === settings.model ? {} : { model: modelOf(chosen) }),
    ...(moved ? { addresses: { [provider]: address.trim() } } : {}),
    ...Object.fromEntries(changed),
  }
}

/** The pages of the dialog that hold fields of the list. */
export const PAGES: readonly string[] = ['assistant', 'conversations', 'window']

/** Image models by their beginnings; what follows is the name of one of theirs. */
export const IMAGE_MODELS = [
  BUILT_IN,
  'openai:gpt-image-1',
  'gemini:',
  'automatic1111:',
  'comfyui:',
] as const

/** Whether a model is served on this computer. */
export function isLocal({ address }: ModelChoice): boolean {
  return /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])/.test(address)
}
