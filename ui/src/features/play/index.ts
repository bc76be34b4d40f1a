/** Plays the story as its reader sees it, beside the map. */

export { PlayPanel } from './PlayPanel'
