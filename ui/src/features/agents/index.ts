/** Who works on the story from other programs: the panel that lets them in and shows what they do. */

export { AgentsPanel } from './AgentsPanel'
