/** The Twine story format of a story, and the one that was chosen last. */

import type { ToolInput } from '../../bridge'

export type StoryFormat = NonNullable<ToolInput<'export_story'>['story_format']>

/** The story formats by their names, which are the same in every language. */
export const STORY_FORMATS: Record<StoryFormat, string> = {
  sugarcube: 'SugarCube',
  harlowe: 'Harlowe',
  chapbook: 'Chapbook',
}

const TWINE = ['twine-html', 'twee', 'twine-archive', 'twine-json']

export const isTwine = (format: string) => TWINE.includes(format)

const isKnown = (name: string): name is StoryFormat => Object.hasOwn(STORY_FORMATS, name)

/** The choice as the program takes it; the story keeps its own where none was made. */
export function storyFormatOf(choice: StoryFormat | ''): { story_format?: StoryFormat } {
  return choice ? { story_format: choice } : {}
}

const LAST = 'storyteller-story-format'

/** The choice that a file was saved with last on this machine. */
export function lastStoryFormat(): StoryFormat | '' {
  const last = localStorage.getItem(LAST) ?? ''
  return isKnown(last) ? last : ''
}

export const keepStoryFormat = (choice: StoryFormat | '') => localStorage.setItem(LAST, choice)

/** The choice with a name; anything else is not a choice. */
export const storyFormatNamed = (name: string): StoryFormat | '' => (isKnown(name) ? name : '')
