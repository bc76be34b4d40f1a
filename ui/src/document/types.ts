/** The types of the mirror: what the window stores of the story. */

import type { ToolOutput } from '../bridge'

/** A node as the map and lists show it. */
export type NodeCard = MapSnapshot['nodes'][number]

/** A choice or link. */
export type LinkCard = MapSnapshot['edges'][number]

/** The result of `read_map`: the whole story, or what changed since a number. */
export type MapSnapshot = ToolOutput<'read_map'>

/** A reference to a node. */
export type NodeName = NodeDetails['mentions'][number]

/** One end of a link, as seen from the node at the other. */
export type LinkEnd = NodeDetails['outgoing'][number]

/** The result of `read_node`: everything the window shows of one node. */
export type NodeDetails = ToolOutput<'read_node'>
