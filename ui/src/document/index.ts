/** The mirror of the story, and how it is kept fresh. */

export { lightUp, useLit } from './lit'
export { Mirror, type Touched } from './mirror'
export { heldBy, readingOrder, wayBetween } from './order'
export { cancelRun, useRun, useRuns } from './progress'
export {
  SessionProvider,
  useDraft,
  useNode,
  useNumber,
  useSelection,
  useSession,
} from './react'
export { type ArgsOf, Session } from './session'
export type { LinkCard, LinkEnd, MapReading, NodeCard, NodeName, NodeReading } from './story'
