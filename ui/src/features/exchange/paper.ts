/** The paper of exported files, and what was chosen last. */

import type { ToolInput } from '../../bridge'

export type Paper = NonNullable<ToolInput<'export_story'>['paper']>

export const PAPERS: readonly Paper[] = ['a4', 'letter']

/** Where people write on Letter; everywhere else it is A4. */
const LETTER_REGIONS = new Set([
  'US',
  'CA',
  'MX',
  'PH',
  'CL',
  'CO',
  'VE',
  'GT',
  'CR',
  'PA',
  'DO',
  'PR',
])

/** The choice as the program takes it, which needs none for A4. */
export function paperOf(choice: Paper): { paper?: Paper } {
  return choice === 'a4' ? {} : { paper: choice }
}

const LAST = 'storyteller-paper'

/** The paper with a name; anything else is the usual one of the region. */
export function paperNamed(name: string | null, language: string = navigator.language): Paper {
  const region = /-([A-Z]{2})\b/.exec(language)?.[1] ?? ''
  return PAPERS.find((it) => it === name) ?? (LETTER_REGIONS.has(region) ? 'letter' : 'a4')
}

/** The choice that a file was saved with last on this machine. */
export const lastPaper = () => paperNamed(localStorage.getItem(LAST))

export const keepPaper = (choice: Paper) => localStorage.setItem(LAST, choice)
