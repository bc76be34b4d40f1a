/** What can be chosen for the form of an exported book or page, and what was chosen last. */

import type { ToolInput } from '../../bridge'

type Request = ToolInput<'export_story'>

export type BookOption = 'chapters' | 'numbering' | 'paper' | 'design'

export type BookChoice<O extends BookOption = BookOption> = NonNullable<Request[O]>

export type BookChoices = { [O in BookOption]: BookChoice<O> }

/** The choices of each option; the first is what the program takes where none is given. */
export const BOOK_CHOICES: { readonly [O in BookOption]: readonly BookChoice<O>[] } = {
  chapters: ['scene', 'group'],
  numbering: ['none', 'in_order', 'shuffled'],
  paper: ['a4', 'letter'],
  design: ['book', 'modern', 'parchment', 'terminal', 'pastel'],
}

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

/** The usual choice: of paper that of the region. */
function usualChoice(option: BookOption, language: string): BookChoice {
  const region = /-([A-Z]{2})\b/.exec(language)?.[1] ?? ''
  if (option === 'paper' && LETTER_REGIONS.has(region)) return 'letter'
  return BOOK_CHOICES[option][0] as BookChoice
}

/** The choice with a name; anything else is the usual one. */
export function choiceNamed<O extends BookOption>(
  option: O,
  name: string | null,
  language: string = navigator.language,
): BookChoice<O> {
  const known: readonly string[] = BOOK_CHOICES[option]
  const choice = name !== null && known.includes(name) ? name : usualChoice(option, language)
  return choice as BookChoice<O>
}

/** The choices among these options as the program takes them. */
export function bookArguments(
  options: readonly BookOption[],
  choices: BookChoices,
): Partial<BookChoices> {
  const chosen = options.filter((it) => choices[it] !== BOOK_CHOICES[it][0])
  return Object.fromEntries(chosen.map((it) => [it, choices[it]]))
}

const keyOf = (option: BookOption) => `storyteller-${option}`

/** What a file was saved with last on this machine. */
export function lastChoices(): BookChoices {
  const last = <O extends BookOption>(option: O) =>
    choiceNamed(option, localStorage.getItem(keyOf(option)))
  return {
    chapters: last('chapters'),
    numbering: last('numbering'),
    paper: last('paper'),
    design: last('design'),
  }
}

export function keepChoices(options: readonly BookOption[], choices: BookChoices): void {
  for (const it of options) localStorage.setItem(keyOf(it), choices[it])
}
