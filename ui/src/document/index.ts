/** The mirror of the story, and how it is kept up to date. */

export { collapsedBranches, hasBranch } from './branches'
export {
  FIELD_TYPES,
  type Field,
  type FieldType,
  fieldNamed,
  fieldsOf,
  itemsIn,
  joinItems,
  nodeTitled,
  titlesFor,
} from './fields'
export { matchingTitles, nodesTitled } from './findNodes'
export {
  SessionProvider,
  useDraft,
  useIsEmpty,
  useNode,
  useRevision,
  useSelection,
  useSession,
} from './hooks'
export { Mirror, type MirrorDelta } from './mirror'
export {
  isLabelKey,
  isStatusKey,
  isTagsKey,
  joinTags,
  labeledNodes,
  paletteColor,
  STATUSES,
  type Status,
  splitTags,
  statusColor,
  statusStep,
  tagColor,
  tagsOf,
  useNodeTags,
  watchTags,
} from './nodeTags'
export { groupsAround, partsOf } from './parts'
export { descendantsOf, readingOrder, shortestPath } from './readingOrder'
export { readingSeed } from './readingSeed'
export { highlightNodes, useRecentChanges } from './recentChanges'
export { cancelCall, cancelRun, useRun, useRuns } from './runs'
export { Session } from './session'
export type { LinkCard, LinkEnd, MapSnapshot, NodeCard, NodeDetails, NodeName } from './types'
export { type Attribute, type AttributesByNode, watchAttributes } from './watchAttributes'
