/** The story as a tree. */

export { Outline } from './Outline'
