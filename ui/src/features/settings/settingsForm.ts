/** What the form holds, and what of it is a change of the settings. */

import type { ModelChoice, ProgramSettings, ToolChoice } from '../../bridge'

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
  /** The image model as the settings spell it. */
  image: string
  autonomy: ProgramSettings['autonomy']
  tools: ToolChoice
  scale: number
  author: string
}

export function formFromSettings(settings: ProgramSettings): SettingsForm {
  const [provider = BUILT_IN, ...name] = settings.model.split(':')
  return {
    provider,
    name: name.join(':'),
    address: settings.providers[provider]?.base_url ?? '',
    key: '',
    image: settings.image_model,
    autonomy: settings.autonomy,
    tools: settings.assistant?.tools ?? 'all',
    scale: settings.scale,
    author: settings.author,
  }
}

/** The model as the settings spell it. */
export function modelOf({ provider, name }: SettingsForm): string {
  return provider === BUILT_IN ? BUILT_IN : `${provider}:${name.trim()}`
}

/** What is missing: the model, or the address of a server nobody else knows. */
export function faultOf({ provider, name, address }: SettingsForm): 'name' | 'address' | undefined {
  if (provider === BUILT_IN) return undefined
  if (!name.trim()) return 'name'
  return provider === CUSTOM_PROVIDER && !address.trim() ? 'address' : undefined
}

export function changedSettings(
  chosen: SettingsForm,
  settings: ProgramSettings,
): Record<string, unknown> {
  const { provider, address, autonomy, tools, scale, author } = chosen
  const image = chosen.image.trim() || BUILT_IN
  const before = settings.providers[provider]?.base_url ?? ''
  const moved = provider !== BUILT_IN && address.trim() !== before
  return {
    ...(modelOf(chosen) === settings.model ? {} : { model: modelOf(chosen) }),
    ...(moved ? { addresses: { [provider]: address.trim() } } : {}),
    ...(image === settings.image_model ? {} : { image_model: image }),
    autonomy,
    ...(tools === (settings.assistant?.tools ?? 'all') ? {} : { tools }),
    scale,
    author,
  }
}

/** Which tools a model can be shown, as they are offered (OS-8). */
export const TOOL_CHOICES: readonly ToolChoice[] = ['all', 'fitting', 'project_cli']

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
