/** The purposes of an export, and the formats for each, the usual one first. */

import type { Format } from './formats'

export const INTENTS = ['play', 'read', 'elsewhere', 'data'] as const

export type Intent = (typeof INTENTS)[number]

const FORMATS: Record<Intent, readonly string[]> = {
  play: ['play', 'epub-choices'],
  read: ['pdf', 'epub', 'docx', 'manuscript', 'markdown', 'fdx', 'fountain'],
  elsewhere: [
    'twine-html',
    'twee',
    'ink',
    'yarn',
    'renpy',
    'canvas',
    'card',
    'twine-archive',
    'twine-json',
  ],
  data: ['json', 'folder', 'csv', 'png', 'svg', 'graphml', 'mermaid', 'dot'],
}

/** What a format is for; one that is not known here is data. */
export function intentOf(format: string): Intent {
  return INTENTS.find((it) => FORMATS[it].includes(format)) ?? 'data'
}

/** The formats for an intent, in their order. */
export function formatsFor(intent: Intent, formats: readonly Format[]): readonly Format[] {
  const order = FORMATS[intent]
  const rank = ({ format }: Format) => {
    const at = order.indexOf(format)
    return at < 0 ? order.length : at
  }
  return formats.filter((it) => intentOf(it.format) === intent).sort((a, b) => rank(a) - rank(b))
}

const LAST = 'storyteller-export'

/** The format that was saved last on this machine. */
export const lastFormat = () => localStorage.getItem(LAST) ?? ''
export const keepLastFormat = (format: string) => localStorage.setItem(LAST, format)
