/** The story read as its reader meets it, beside the map. */

export { PlayPanel } from './PlayPanel'
