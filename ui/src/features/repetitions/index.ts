/** Repetitions in the texts of the story. */

export { RepetitionsPanel } from './RepetitionsPanel'
