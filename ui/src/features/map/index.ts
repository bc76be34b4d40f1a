/** The map of the story. */

export { StoryMap } from './StoryMap'
