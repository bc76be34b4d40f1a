/**
 * How texts are written: what a reader sees of one, how many words that is, where it holds macros of
 * other formats and links to other nodes. Pure; knows nothing of the window.
 */

export { countWords } from './countWords'
export { type StoryLink, storyLinksIn } from './links'
export { macrosIn, type Span } from './macros'
export { linksToText } from './readerText'
