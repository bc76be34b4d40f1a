/** What makes up a chapter of an exported book, and what was chosen last. */

import type { ToolInput } from '../../bridge'

export type ChapterUnit = NonNullable<ToolInput<'export_story'>['chapters']>

export const CHAPTER_UNITS: readonly ChapterUnit[] = ['scene', 'group']

/** The choice as the program takes it, which needs none for the usual chapters. */
export function chaptersOf(choice: ChapterUnit): { chapters?: ChapterUnit } {
  return choice === 'scene' ? {} : { chapters: choice }
}

const LAST = 'storyteller-chapters'

/** The unit with a name; anything else is the usual one. */
export const chapterUnitNamed = (name: string | null): ChapterUnit =>
  CHAPTER_UNITS.find((it) => it === name) ?? 'scene'

/** The choice that a file was saved with last on this machine. */
export const lastChapters = () => chapterUnitNamed(localStorage.getItem(LAST))

export const keepChapters = (choice: ChapterUnit) => localStorage.setItem(LAST, choice)
