/** The types of the mirror: what the window stores of the story. */

/** A node as the map and lists show it. */
export interface NodeCard {
  id: string
  title: string
  kind: string
  x: number
  y: number
  width?: number
  height?: number
  parent?: string
  color?: string
  collapsed?: boolean
  /** The beginning of its prose, or its attributes in one line. */
  excerpt: string
  words: number
  /** The hash of its adopted picture. */
  image?: string
  /** How many pictures it has, if more than one. */
  pictures?: number
  /** Whether the story may end here. */
  ending?: boolean
  /** The capabilities it carries. */
  capabilities: string[]
}

/** A choice or link. */
export interface LinkCard {
  id: string
  from: string
  to: string
  label: string
  order: number
  condition?: string
  effect?: string
  /** Its target is computed when the story runs. */
  dynamic?: boolean
  /** It includes the other node's text in this one. */
  includes?: boolean
  /** It is a once-only choice. */
  once?: boolean
}

/** The result of `read_map`: the whole story, or what changed since a number. */
export interface MapSnapshot {
  number: number
  /** Whether this is everything; otherwise it is merged. */
  whole: boolean
  story: { id: string; title: string; start: string | null }
  kinds: Record<string, { capabilities: string[] }>
  nodes: NodeCard[]
  edges: LinkCard[]
  removed_nodes: string[]
  removed_edges: string[]
}

/** A reference to a node. */
export interface NodeName {
  id: string
  title: string
}

/** One end of a link, as seen from the node at the other. */
export interface LinkEnd {
  edge: string
  node: NodeName
  label?: string
  condition?: string
  /** How taking it changes the variables. */
  effect?: string
  /** It is a once-only choice. */
  once?: boolean
}

/** The result of `read_node`: everything the window shows of one node. */
export interface NodeDetails {
  id: string
  title: string
  kind: string
  layout: Pick<NodeCard, 'x' | 'y' | 'width' | 'height' | 'parent' | 'color' | 'collapsed'>
  /** The group that contains it. */
  group: NodeName | null
  capabilities: {
    name: string
    title: string
    /** The adopted version's number; `null`, like the data, if nothing is adopted. */
    version: number | null
    data: unknown
  }[]
  outgoing: LinkEnd[]
  incoming: LinkEnd[]
  /** Nodes mentioned in its text. */
  mentions: NodeName[]
  /** Nodes whose text mentions it. */
  mentioned_by: NodeName[]
}
