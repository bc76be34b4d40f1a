/**
 * The notation of texts: what a reader sees, how many words that is, and where macros of other
 * formats and links to other nodes are. Pure; independent of the window.
 */

export { countWords } from './countWords'
export { type StoryLink, storyLinksIn } from './links'
export { macrosIn, type Span } from './macros'
export { type PassageToComment, passageToComment } from './passageToComment'
export { linksToText } from './readerText'
