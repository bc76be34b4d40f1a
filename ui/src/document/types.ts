/** The mirror's nouns: what the window holds of the story. */

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
  /** How many pictures it has, where there are more than one. */
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
  /** Where it leads is computed when the story runs. */
  dynamic?: boolean
  /** It shows the other node as a part of this one. */
  includes?: boolean
  /** It may be taken only once. */
  once?: boolean
}

/** What `read_map` gives: all of the story, or what changed since a number. */
export interface MapSnapshot {
  number: number
  /** Whether this is everything; otherwise it is laid over what is held. */
  whole: boolean
  story: { id: string; title: string; start: string | null }
  kinds: Record<string, { capabilities: string[] }>
  nodes: NodeCard[]
  edges: LinkCard[]
  removed_nodes: string[]
  removed_edges: string[]
}

/** A node named briefly. */
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
  /** What taking it does to the variables. */
  effect?: string
  /** It may be taken only once. */
  once?: boolean
}

/** What `read_node` gives: all that the window shows of one node. */
export interface NodeDetails {
  id: string
  title: string
  kind: string
  layout: Pick<NodeCard, 'x' | 'y' | 'width' | 'height' | 'parent' | 'color' | 'collapsed'>
  /** The group that holds it. */
  group: NodeName | null
  capabilities: {
    name: string
    title: string
    /** The adopted version's number; `null`, as the data is, where nothing is adopted. */
    version: number | null
    data: unknown
  }[]
  outgoing: LinkEnd[]
  incoming: LinkEnd[]
  /** Nodes its text names. */
  mentions: NodeName[]
  /** Nodes whose text names it. */
  mentioned_by: NodeName[]
}
