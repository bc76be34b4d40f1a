/**
 * The input and the output of each tool by its name.
 * Written by `cargo xtask codegen` from the tools themselves; do not edit.
 */

import type { ContextStrategy, ErrorReport, Impact, ImportNotice, NodeRef, OtherSplit, PostedMessage, PreviewedNode, Progress, ToolAgentOutput, ToolChoice, VersionRef } from './sharedTypes'

export type { Address, ClientType, Code, ContextStrategy, ErrorReport, Impact, ImportNotice, MessagePart, MessageParts, NodeRef, OtherSplit, PostedMessage, PreviewedNode, Progress, Status, ToolAgentOutput, ToolChoice, ToolResult, UiHints, VersionRef, WrittenVersion } from './sharedTypes'

/** One attribute. */
export type Attribute = {
  /** The key, for instance `Name`. */
  k: string
  /** The value, for instance `Neo`. */
  v: string
}

export type KeyUse = {
  key: string
  count: number
}

/** A node in an answer: enough to name it in the next call. */
export type Row = {
  id: string
  title: string
  kind: string
  items: Array<Attribute>
  /** When it was last changed in any way, where that is asked for. */
  edited?: string
}

/** The picture of a node, and how it was made. */
export type PictureEntry = {
  version: number
  adopted: boolean
  time: string
  /** The picture, named by the hash of its bytes. */
  asset?: string
  /** For instance `image/png`. */
  mime?: string
  /** What it was to show; empty for a picture from elsewhere. */
  prompt?: string
  /** Width to height as it was asked for. */
  ratio?: string
  /** Who made it, as `provider:model`. */
  model?: string
  /** With the same seed, prompt and model the same picture comes out, where the model can. */
  seed?: number | string
  /** In pixels. */
  width?: number
  /** In pixels. */
  height?: number
  /** `own file` where a person gave it; empty where a model made it. */
  origin?: string
}

/** How a sound is played when a reader opens its scene. */
export type Plays = 'once' | 'loop' | 'music' | 'silence'

/** How long a text is. */
export type WordCount = {
  /** Words: one for each word of a spaced script, one for each Chinese character or kana. */
  words: number
  /** Characters as a reader counts them, spaces left out. */
  characters: number
}

/** What a change of a text did to the links of the graph that leave its node. */
export type InGraph = {
  /** Links that the text offers now and that were made. */
  linked?: Array<ChoiceRef>
  /** Links that have other words or another target now, as the text has. */
  changed?: Array<ChoiceRef>
  /** Links that the text offered before and no more, and that were removed. */
  unlinked?: Array<ChoiceRef>
  /** Links that the text offers no more and that stay, because they have a condition, an effect or a limit that would be lost; remove_link removes them. */
  kept?: Array<ChoiceRef>
  /** Titles that the text links to and that no node has. */
  unknown?: Array<string>
}

/** A choice, by the title it leads to and its words. */
export type ChoiceRef = {
  to: string
  label?: string
}

/** A part of a text; numbers count from 1. */
export type Part = {
  from_character: number
  to_character: number
  /** How many characters the whole text has, marks included. */
  of_characters: number
}

/** How long a text is. */
export type NodeText = {
  node: NodeRef
  kind: string
  /** The adopted version; none if the node has no text yet. */
  version: number | null
  /** Words: one for each word of a spaced script, one for each Chinese character or kana. */
  words: number
  /** Characters as a reader counts them, spaces left out. */
  characters: number
  /** Where the part that is shown begins, counting from 1; only where its beginning was read before. */
  from_character?: number
  /** Whether the rest follows with the cursor. */
  cut?: boolean
  text: string
}

/** The places in one node's text. */
export type NodeMatches = {
  id: string
  title: string
  count: number
  /** The first of them. */
  places: Array<TextMatch>
}

export type TextMatch = {
  /** At which character of the text it begins, counting from 1. */
  character: number
  before: string
  found: string
  after: string
}

/** A node in an answer: enough to name it in the next call. */
export type NodeReplacements = {
  id: string
  title: string
  count: number
  /** What followed among the links that leave the node. */
  links?: InGraph
}

/** A word that comes again soon. */
export type CloseWord = {
  word: string
  /** How often it occurs there. */
  times: number
  node: NodeRef
  /** The passage as it is written. */
  quote: string
  /** At which character of the text it begins, counting from 1. */
  character: number
}

/** A phrase that is used again and again. */
export type Phrase = {
  phrase: string
  /** How often it occurs. */
  count: number
  /** The first of the places. */
  places: Array<Passage>
}

export type Passage = {
  node: NodeRef
  /** The passage as it is written. */
  quote: string
  /** At which character of the text it begins, counting from 1. */
  character: number
}

/** A link as answers show it. */
export type Linked = {
  edge: string
  from: NodeRef
  to: NodeRef
  label?: string
  condition?: string
  effect?: string
  /** Whether it may be taken only once. */
  once?: boolean
  /** Its place among the links that leave the same node; 1 is the first. */
  order: number
  /** What cannot be read of the condition or effect; it is kept as it is. */
  unread?: Array<string>
  /** What was changed with it in the text of the node that it leaves. */
  in_text?: InText
}

/** What a change of a link did in the text of the node that it leaves. */
export type InText = {
  /** Links there that were changed with it. */
  changed?: number
  /** Links there that were taken out with it; their words stay where they are part of a sentence. */
  removed?: number
  /** Whether a link was added at its end, because the text offers its choices by links. */
  added?: boolean
  /** Links there that offer the same choice by a macro, and were left as they are. */
  left?: number
}

/** A node that names another by its title. */
export type TitleReference = {
  node: string
  title: string
  /** How often. */
  count: number
}

export type NotTaken = {
  node: string
  what: string
}

export type FoundNode = {
  id: string
  title: string
  kind: string
}

export type LinkEnd = {
  edge: string
  node: NodeRef
  label?: string
  condition?: string
  effect?: string
  /** Whether the running story computes where it leads. */
  dynamic?: boolean
  /** Whether it shows the other node as a part of this one. */
  includes?: boolean
  /** Whether it may be taken only once. */
  once?: boolean
}

export type Path = {
  nodes: Array<NodeRef>
  /** The way in one line, with the labels and conditions of its links. */
  text: string
  /** The variables at its end; only where `state` was given. */
  variables?: Record<string, PlayValue>
}

/** What a variable holds or an expression comes to. */
export type PlayValue = boolean | number | string | null

/** A node with all it holds. */
export type WholeNode = {
  node: NodeRef
  kind: string
  words: number
  /** By capability, in the order of the kind; `null` where a capability holds nothing yet. */
  data: Record<string, unknown>
  outgoing: Array<LinkEnd>
  incoming: Array<LinkEnd>
  layout: Layout
}

/** Where a node stands on the map. Lengths are in map units; one unit is one pixel at zoom 1. */
export type Layout = {
  /** Left edge. */
  x: number
  /** Top edge; grows downward. */
  y: number
  /** Width, where it is not the default. */
  width?: number
  /** Height, where it is not the default. */
  height?: number
  /** The group that holds it. */
  parent?: string
  /** A color of the palette (`"1"` … `"6"`) or `#rrggbb`. */
  color?: string
  /** Whether a group is shown closed. */
  collapsed?: boolean
}

/** The story at a glance. */
export type Overview = {
  title: string
  start: NodeRef | null
  nodes: number
  links: number
  words: number
  /** How many nodes there are of each kind, and what they start with. */
  kinds: Array<KindCount>
  /** The number of the newest change. */
  change: number
}

export type KindCount = {
  kind: string
  count: number
  capabilities: Array<string>
}

export type Header = {
  id: string
  title: string
  start: string | null
  /** The colors that the writer chose for tags. */
  tag_colors?: Record<string, string>
  /** How many words the story is to have. */
  word_goal?: number
}

/** A kind of node, and the capabilities that a node of it starts with. */
export type Kind = {
  /** The names of the capabilities, in the order they are shown. */
  capabilities: Array<string>
  /** The attributes that its nodes have, with their types, in the order they are shown. */
  fields?: Array<Field>
}

/** An attribute that all nodes of a kind have, and what its values are. */
export type Field = {
  /** The key of the attribute, for instance `Age`. */
  name: string
  /** What its values are. Defaults to `text`. */
  type: FieldType
  /** For `choice`: the values to choose from. */
  choices?: Array<string>
  /** For `reference`: the kind of the nodes that may be named. Defaults to any. */
  to?: string
  /** For `reference`: what the relation is called on the node that is named, for instance `Student` where the field is `Mentor`. */
  inverse?: string
}

/** What the values of a field are. */
export type FieldType = 'text' | 'number' | 'date' | 'list' | 'choice' | 'reference'

/** Where a node stands on the map. Lengths are in map units; one unit is one pixel at zoom 1. */
export type NodeCard = {
  id: string
  title: string
  kind: string
  /** Left edge. */
  x: number
  /** Top edge; grows downward. */
  y: number
  /** Width, where it is not the default. */
  width?: number
  /** Height, where it is not the default. */
  height?: number
  /** The group that holds it. */
  parent?: string
  /** A color of the palette (`"1"` … `"6"`) or `#rrggbb`. */
  color?: string
  /** Whether a group is shown closed. */
  collapsed?: boolean
  /** The beginning of its prose, or its attributes in one line. */
  excerpt: string
  words: number
  /** Its adopted picture. */
  image?: string
  /** How many pictures it has, where there are more than the adopted one. */
  pictures?: number
  /** What a reader hears there. */
  sound?: SoundMark
  /** Whether the story may end here. */
  ending?: boolean
  capabilities: Array<string>
  /** The tags it was imported with, unless an attribute lists its tags. */
  tags?: Array<string>
}

/** The sound of a node, without its file. */
export type SoundMark = {
  name?: string
  plays: Plays
}

/** A link with nothing left out but a condition or effect that is not there. */
export type LinkCard = {
  id: string
  from: string
  to: string
  label: string
  order: number
  condition?: string
  effect?: string
  /** Whether the running story computes where it leads. */
  dynamic?: boolean
  /** Whether it shows the other node as a part of this one. */
  includes?: boolean
  /** Whether it may be taken only once. */
  once?: boolean
}

/** A capability of the node and what it holds there. */
export type CapabilityData = {
  name: string
  title: string
  /** The adopted version's number; none if nothing is adopted. */
  version: number | null
  data: unknown
}

/** A node that names this one in a field. */
export type Relation = {
  node: NodeRef
  /** The field that names this node. */
  field: string
  /** What the relation is called from this side, where the field says. */
  inverse?: string
}

export type LeftOutPart = {
  what: LeftOut
  /** The same in English. */
  message: string
}

/** What of a node's text is not carried out when the story is played by its links and choices. */
export type LeftOut = 'conditional_text' | 'alternatives' | 'weaves' | 'ink_calls' | 'assignments' | 'yarn_commands' | 'macros'

/** What is heard. */
export type Heard = {
  /** What is played again and again: the node's own, or music of an earlier one. */
  music?: HeardSound
  /** What is played once when the node is entered. */
  effect?: HeardSound
}

/** A sound, and the node that has it. */
export type HeardSound = {
  node: NodeRef
  /** The file, named by the hash of its bytes; none where `plays` is `silence`. */
  asset?: string
  /** For instance `audio/mpeg`. */
  mime?: string
  /** What is heard, for instance `Rain on a roof`. */
  name?: string
  /** How long the file is. */
  milliseconds: number
  /** How it is played. */
  plays: Plays
}

export type ChoiceState = {
  /** The step that takes it. */
  step: string
  /** Its edge; in a script a choice may have none. */
  edge?: string
  label: string
  /** Where it leads, where that is known. */
  to?: NodeRef
  open: boolean
  /** Whether it is closed because it may be taken only once, and was taken. */
  taken?: boolean
  /** Why it is closed, or open although its condition cannot be read. */
  why?: string
  /** Where its condition does not hold: the same in its parts. */
  needs?: UnmetCondition
}

export type UnmetCondition = {
  condition: string
  /** Everything the condition asks for and what it holds; null where it is not set. */
  held: Array<VariableValue>
  /** Whether it also waits until nothing else can be taken. */
  otherwise?: boolean
}

export type VariableValue = {
  name: string
  value: PlayValue
}

export type WayBack = {
  /** Its words; empty where the passage has none. */
  label: string
  to: NodeRef
  /** The step that takes it: `return` goes on from there, `undo` takes back the last choice. */
  step: string
}

export type VisitCount = {
  node: string
  title: string
  count: number
}

export type FailedStep = {
  /** Which of the steps, counted from 1. */
  step: number
  why: string
}

/** The first error in the script of a story. */
export type NotCompiled = {
  /** The language of the script. */
  language: string
  /** What it is, in the words of the compiler. */
  message: string
  /** The node with the line, where it is known. */
  node?: NodeRef
}

/** The numbers of all readers, in their order. */
export type Spread = {
  least: number
  /** Half of the readers read no more than this. */
  median: number
  most: number
}

/** How many readings ended at a node, and the shortest of them. */
export type PassedReading = {
  node: NodeRef
  /** How many readers ended there. */
  readers: number
  /** The seed of the shortest such reading. */
  seed: number
  /** Its steps. */
  steps: Array<string>
}

/** How many readings ended at a node, and the shortest of them. */
export type FailedReading = {
  /** What could not be done, in the words of the player. */
  message: string
  node: NodeRef
  /** How many readers ended there. */
  readers: number
  /** The seed of the shortest such reading. */
  seed: number
  /** Its steps. */
  steps: Array<string>
}

export type NodeReaders = {
  node: NodeRef
  /** How many readers read it. */
  readers: number
}

export type ListedVariable = {
  variable: string
  /** What it is set to, as it is written; at most 8 values. */
  values: Array<string>
  /** In how many places it is set. */
  set: number
  /** In how many places it is read. */
  read: number
  /** Where it is used, in the order of the story's nodes. */
  uses?: Array<VariableUse>
}

/** A place that uses a variable. */
export type VariableUse = {
  node: NodeRef
  place: Place
  /** The link with the condition or effect. */
  edge?: string
  /** What the link says. */
  label?: string
  /** The condition or effect as it is written. */
  source?: string
  /** Whether it is set there. */
  sets: boolean
  /** Whether it is read there. */
  reads: boolean
}

/** What uses a variable. */
export type Place = 'enter' | 'condition' | 'effect' | 'text'

/** The details of a finding. As JSON they are `parts` beside the finding's `kind`; titles are written as in the story. */
export type FindingEntry = {
  severity: Severity
  /** Whether it stops readers or keeps something from them. */
  breaks_reading: boolean
  /** In English. */
  message: string
  why: string
  nodes: Array<NodeRef>
  /** How many nodes it is about. */
  node_count: number
  edge?: string
  fix?: FixCall
  /** Another call that fixes it, where there are two ways. */
  instead?: FixCall
} & ({
  kind: 'no_start'
  /** The story has pages and no beginning. */
  parts: Record<string, never>
} | {
  kind: 'broken_link'
  /** A link in the text names no node. */
  parts: {
    /** The node whose text has the link. */
    title: string
    /** What it names. */
    target: string
  }
} | {
  kind: 'script_error'
  /** The script of a story has an error, so that no program plays it. */
  parts: {
    /** The language of the script. */
    language: string
    /** The node; the story's beginning where the line is in no node. */
    title: string
    /** What the compiler says, in English. */
    error: string
  }
} | {
  kind: 'unreadable_condition'
  /** A condition cannot be read, and so always holds. */
  parts: {
    /** The title of its source. */
    from: string
    /** The title of its target. */
    to: string
    /** Its label; may be empty. */
    label: string
    /** As written. */
    source: string
    /** The character at which parsing stopped, counted from 1. */
    at: number
    /** The reason, in English. */
    error: string
  }
} | {
  kind: 'unreadable_effect'
  /** An effect cannot be read, and so does nothing. */
  parts: {
    /** The title of its source. */
    from: string
    /** The title of its target. */
    to: string
    /** Its label; may be empty. */
    label: string
    /** As written. */
    source: string
    /** The character at which parsing stopped, counted from 1. */
    at: number
    /** The reason, in English. */
    error: string
  } | {
    /** The node. */
    title: string
    /** As written. */
    source: string
    /** The character at which parsing stopped, counted from 1. */
    at: number
    /** The reason, in English. */
    error: string
  }
} | {
  kind: 'unreadable_code'
  /** A text contains code that cannot be read, and so readers see it. */
  parts: {
    /** The node. */
    title: string
    /** The code, as written. */
    source: string
    /** The reason, in English. */
    error: string
  }
} | {
  kind: 'unreachable'
  /** No way leads there from the start. */
  parts: {
    /** The node. */
    title: string
    /** How many more nodes can be reached only through it. */
    behind: number
  }
} | {
  kind: 'dead_end'
  /** Nothing leads on, and it is not marked as an ending. */
  parts: {
    /** The node. */
    title: string
  }
} | {
  kind: 'endless_loop'
  /** Once in, a reader never gets out, and no ending is inside. */
  parts: {
    /** The first node of it. */
    title: string
    /** How many nodes it has. */
    count: number
  }
} | {
  kind: 'never_offered'
  /** A choice that is never offered. */
  parts: {
    /** The title of its source. */
    from: string
    /** The title of its target. */
    to: string
    /** Its label; may be empty. */
    label: string
    /** Its condition, as written. */
    source: string
  }
} | {
  kind: 'nothing_open'
  /** Every choice has a condition, and nothing shows that one of them always holds. */
  parts: {
    /** The page. */
    title: string
    /** How many choices it has. */
    count: number
  }
} | {
  kind: 'used_up'
  /** Every choice may be taken only once, and a reader can come back after the last. */
  parts: {
    /** The page. */
    title: string
    /** How many choices it has. */
    count: number
  }
} | {
  kind: 'letter_case'
  /** A link in the text names a node but for the case of letters. */
  parts: {
    /** The node whose text has the link. */
    title: string
    /** What it names. */
    target: string
    /** The node's actual title. */
    called: string
  }
} | {
  kind: 'link_without_edge'
  /** A link in the text names a node, but no link of the story leads there. */
  parts: {
    /** The node whose text has the link. */
    title: string
    /** The node it names. */
    target: string
  }
} | {
  kind: 'unknown_title'
  /** A condition asks for a node that does not exist. */
  parts: {
    /** The title of its source. */
    from: string
    /** The title of its target. */
    to: string
    /** Its label; may be empty. */
    label: string
    /** The title that the condition refers to. */
    asked: string
  }
} | {
  kind: 'never_set'
  /** A variable is read and never set. */
  parts: {
    /** The variable. */
    variable: string
    /** The first node that reads it. */
    title: string
    /** How many nodes read it. */
    count: number
  }
} | {
  kind: 'contradicting_fact'
  /** A fact that contradicts another along the story. */
  parts: {
    /** Whose attribute it is. */
    title: string
    /** The attribute. */
    key: string
    /** What a passage says it is; from the beginning, what the fact says. */
    value: string
    /** What it is there on a way that leads there; from the beginning, what the attributes say. */
    other: string
    /** What says so. */
    source: FactSource
    /** The scene of the passage; empty from the beginning. */
    scene: string
  }
} | {
  kind: 'duplicate_title'
  /** Two nodes have one title. */
  parts: {
    /** The title. */
    title: string
  }
} | {
  kind: 'empty'
  /** A page without anything on it. */
  parts: {
    /** The page. */
    title: string
  }
} | {
  kind: 'undescribed'
  /** A character that texts name, and of whom nothing is said. */
  parts: {
    /** The character. */
    title: string
    /** The node whose text mentions it. */
    by: string
  }
} | {
  kind: 'dynamic'
  /** Nodes that only a computed link may reach. */
  parts: {
    /** The first of them. */
    title: string
    /** How many there are. */
    count: number
  }
} | {
  kind: 'missing_code'
  /** The story uses code that is not part of it. */
  parts: {
    /** The first of them, as they are called. */
    names: string
    /** How many there are. */
    count: number
  }
})

/** What says that a fact holds. */
export type FactSource = 'passage' | 'beginning'

/** How much a finding matters to a reader of the story. */
export type Severity = 'error' | 'warning' | 'note' | 'hint'

/** A tool call that fixes a finding. */
export type FixCall = {
  /** What it does, in English. */
  title: string
  /** The tool. */
  name: string
  arguments: Record<string, unknown>
} & ({
  kind: 'set_start'
  parts: {
    title: string
  }
} | {
  kind: 'link_from'
  parts: {
    title: string
  }
} | {
  kind: 'mark_ending'
  parts: {
    title: string
  }
} | {
  kind: 'write_condition'
  parts: {
    source: string
  }
} | {
  kind: 'offer_always'
  parts: Record<string, never>
} | {
  kind: 'open_choice'
  parts: {
    choice: string
  }
} | {
  kind: 'offer_again'
  parts: {
    choice: string
  }
} | {
  kind: 'write_effect'
  parts: {
    source: string
  }
} | {
  kind: 'remove_effect'
  parts: Record<string, never>
} | {
  kind: 'make_node'
  parts: {
    title: string
  }
} | {
  kind: 'write_target'
  parts: {
    title: string
  }
} | {
  kind: 'draw_link'
  parts: {
    title: string
  }
} | {
  kind: 'set_variable'
  parts: {
    variable: string
    title: string
  }
} | {
  kind: 'rename'
  parts: {
    title: string
  }
} | {
  kind: 'write_title'
  parts: {
    title: string
  }
} | {
  kind: 'write_name'
  parts: {
    title: string
  }
})

/** How long a text is. */
export type NodeLength = {
  node: NodeRef
  /** Words: one for each word of a spaced script, one for each Chinese character or kana. */
  words: number
  /** Characters as a reader counts them, spaces left out. */
  characters: number
}

export type Branch = {
  edge: string
  label: string
  to: NodeRef
  /** Nodes that can be reached from there. */
  pages: number
  words: number
}

export type PathSummary = {
  words: number
  pages: number
  /** The choices to take, for play_story, with the random numbers set by hand that they need. */
  steps: Array<string>
  path: Array<NodeRef>
}

export type LongestPath = {
  /** No reader meets more words than this, pages that are passed again counted once. */
  words: number
  /** Whether a reader can really meet so many, by `way`. Otherwise there are too many ways to try them all, and `way` is the longest that was found. */
  exact: boolean
  /** The longest way to an ending that takes no choice twice. */
  way?: PathSummary
}

export type EndingSummary = {
  node: NodeRef
  /** Whether it is marked as an ending; otherwise nothing leads on from it. */
  marked: boolean
  /** The way there with the fewest words; none if it cannot be reached. */
  way?: PathSummary
}

/** A node that scenes name. */
export type NamedNode = {
  id: string
  title: string
  kind: string
  /** How many scenes name it. */
  scenes: number
  /** How often their texts name it. */
  times: number
  /** The first scene that names it. */
  first?: NodeRef
  /** The last one. */
  last?: NodeRef
  /** The most scenes in a row between these two that do not name it. */
  absence?: Absence
}

/** Scenes in a row that do not name a node. */
export type Absence = {
  scenes: number
  /** The last scene before them. */
  after: NodeRef
  /** The scene in which it appears again. */
  until: NodeRef
}

/** A scene, and whom it names. */
export type Scene = {
  node: NodeRef
  named: Array<Appearance>
}

/** A node that a scene names. */
export type Appearance = {
  id: string
  title: string
  /** How often the text names it. */
  times: number
  /** What the text calls it first, as it is written there. */
  quote?: string
  /** The attributes of the scene that name it, such as its point of view. */
  attributes?: Array<string>
}

/** The words that came on a day, less those that went. */
export type Day = {
  date: string
  /** By people. */
  written: number
  /** By the assistant, agents and other programs. */
  assistant: number
  /** From imported files. */
  imported: number
}

/** The state of a finding. */
export type State = 'open' | 'changed' | 'reopened' | 'waived' | 'closed'

/** How far a promise is. */
export type Stage = 'planted' | 'advancing' | 'paid' | 'abandoned'

/** A passage and its place. */
export type Located = {
  /** The node that has it now; the one it was quoted from where none has. */
  node?: NodeRef
  quote: string
  /** At which character of the text it begins, counting from 1; missing where it has changed. */
  character?: number
}

/** What somebody answered to a finding. */
export type Reply = {
  /** The words. */
  says: string
  /** Who answered, where that is somebody else than the person who runs the program. */
  author?: string
}

/** A finding and where it stands now. */
export type FindingState = {
  /** Its id. */
  finding: string
  kind: string
  state: State
  /** How far it is, where it is a promise. */
  stage?: Stage
  says: string
  /** Who noticed it, where that is somebody else than whose version it is. */
  author?: string
  passage: Located
  /** The passage it contradicts, or that keeps the promise. */
  other?: Located
  /** The passages that lead on from a promise. */
  advanced?: Array<Located>
  /** Why it may stay as it is. */
  reason?: string
  /** What was answered to it, oldest first. */
  replies?: Array<Reply>
}

/** A fact as answers show it. */
export type FactShown = {
  key: string
  value: string
  /** The scene from which it holds; from the beginning where there is none. */
  since?: NodeRef
  /** The passage that says so. */
  source?: Source
}

/** The passage that a value was taken from. */
export type Source = {
  /** The node that has it now; the one it was quoted from where none has. */
  node: NodeRef
  quote: string
  /** Whether the text of the node says it. */
  stands: boolean
}

/** An attribute at the scene. */
export type FactAtScene = {
  /** Whose attribute it is. */
  of: NodeRef
  key: string
  /** Whether it is the same on all ways. */
  certain: boolean
  values: Array<FactShown>
  /** Whether there are ways on which nothing is said of it. */
  or_unknown?: boolean
}

export type VersionEntry = {
  capability: string
  number: number
  adopted: boolean
  author: Author
  reason: string
  time: string
  turn?: string
  draft?: string
  /** The beginning of what it holds; empty where compaction dropped it. */
  excerpt: string
  compacted?: boolean
}

/** Who wrote. */
export type Author = {
  /** The sort of hand. */
  kind: AuthorKind
  /** A name to show: a person's, a model's, a program's. */
  name: string
  /** Who it was, where the feed tells it; names alone are not unique. */
  principal?: PrincipalId
}

/** The sort of hand that wrote. */
export type AuthorKind = 'person' | 'assistant' | 'program'

/** Names one person or program in everything it does: its calls, what it writes, its conversations and the questions put to it. The way in that authenticated it makes the id; clients never do. */
export type PrincipalId = string

export type AlternativeEntry = {
  capability: string
  name: string
  /** The beginning of what it holds. */
  excerpt: string
}

/** A run of text and what became of it. */
export type DiffPart = {
  /** What became of it. */
  kind: DiffKind
  /** The text. */
  text: string
}

/** What became of a piece of text. */
export type DiffKind = 'same' | 'added' | 'removed'

/** One value that changed. */
export type FieldChange = {
  /** Where: the key of a pair, or the path of a field. */
  name: string
  before?: unknown
  after?: unknown
}

/** A slot as people know it. */
export type SlotName = {
  /** The node, where it is one. */
  node?: NodeRef
  /** The node's title, the link's ends, or the story's title. */
  what: string
  capability: string
}

export type StepSummary = {
  turn?: string
  /** The numbers of its changes, oldest first. */
  changes: Array<number>
  reasons: Array<string>
  /** Whether it is undone and can be done again. */
  undone: boolean
}

export type HistoryEntry = {
  number: number
  kind: CommitKind
  author: Author
  reason: string
  time: string
  turn?: string
  draft?: string
  touched: Array<ChangedSlot>
  /** How many more were touched than are listed. */
  more?: number
  /** How many nodes were touched, if not all that was touched is listed. */
  nodes?: number
}

/** What a commit was, in one word. */
export type CommitKind = 'edit' | 'undo' | 'redo' | 'restore' | 'adopt'

/** What is in a slot before and after a change. */
export type ChangedSlot = {
  /** The node, where it is one. */
  node?: NodeRef
  /** The node's title, the link's ends, or the story's title. */
  what: string
  capability: string
  before: number | null
  after: number | null
}

export type SnapshotEntry = {
  name: string
  change: number
  author: Author
  time: string
}

export type DraftSummary = {
  draft: string
  title: string
  turn?: string
  time: string
  /** How many pieces wait in it. */
  pieces: number
  nodes: Array<NodeRef>
}

/** A slot as people know it. */
export type PieceDetails = {
  /** The node, where it is one. */
  node?: NodeRef
  /** The node's title, the link's ends, or the story's title. */
  what: string
  capability: string
  /** The version it builds on. */
  base: number | null
  /** The version it would adopt; none if it removes. */
  after: number | null
  /** Whether the story has changed here since, or no longer has what it belongs to: adopting it is then refused. */
  moved: boolean
  difference: Difference
}

/** What became of the data between two versions. */
export type Difference = {
  /** Prose, in pieces that were kept, added or removed. */
  pieces?: Array<DiffPart>
  /** Other data, value by value. */
  lines?: Array<FieldChange>
  /** The same for reading: `[-removed-]` and `{+added+}`, or one line a value. */
  text: string
}

/** A slot as people know it. */
export type Conflict = {
  /** The node, where it is one. */
  node?: NodeRef
  /** The node's title, the link's ends, or the story's title. */
  what: string
  capability: string
  /** In how many passages or values. */
  places: number
}

/** What is in use, or an alternative. */
export type Shown = {
  /** The name of the alternative. */
  name?: string
  capability: string
  /** The number of the version in use. */
  version?: number
  /** The text, where it is one. */
  text?: string
  /** The length of the text. */
  length?: WordCount
  /** Any other data. */
  data?: unknown
}

export type SearchHit = {
  /** The node it stands in; none for a link or the story itself. */
  node?: NodeRef
  kind?: string
  /** The node's title, the link's ends, or the story's title. */
  title: string
  capability: string
  excerpt: string
  /** The words as they are in the excerpt. */
  found: string
}

/** One kind of thing that an export omits or changes. */
export type Loss = {
  /** What is lost. */
  what: LossKind
  /** The capability whose data is lost, for `data`. */
  capability?: string
  /** The number of items; 1 if the loss concerns the whole story. */
  count: number
  /** The unit of the count. */
  unit: Unit
  /** The affected nodes in story order, at most 100. For an edge, the node it leaves. */
  nodes: Array<string>
  /** The names of the first few items; for an edge, both ends. */
  names: Array<string>
  /** The message in English. */
  message: string
}

/** What is lost. Serialized as a fixed key. */
export type LossKind = 'history' | 'data' | 'edge_data' | 'story_data' | 'assets' | 'damaged_assets' | 'effects' | 'conditions' | 'once_only' | 'kinds' | 'custom_kinds' | 'foreign_node_data' | 'foreign_edge_data' | 'foreign_story_data' | 'positions' | 'sizes' | 'colors' | 'groups' | 'groups_expanded' | 'groups_as_passages' | 'titles' | 'titles_renamed' | 'titles_shortened' | 'story_title' | 'story_untitled' | 'story_start' | 'start_guessed' | 'unreachable_nodes' | 'special_passages' | 'scene_titles' | 'section_titles' | 'not_scenes' | 'not_characters' | 'edges' | 'choices' | 'computed_edges' | 'computed_choices' | 'includes' | 'label_marks' | 'edges_unwritable' | 'edges_not_divertible' | 'cross_story_edges' | 'stale_links' | 'broken_links' | 'stale_diverts' | 'stale_jumps' | 'entry_effect_differs' | 'endings' | 'once_differs' | 'not_rewritten' | 'duplicate_edges' | 'choice_order' | 'unreadable_conditions' | 'unreadable_effects' | 'unreadable_entry_effects' | 'rules_in_comments' | 'conditions_as_text' | 'once_as_text' | 'effects_as_text' | 'entry_effects_as_text' | 'conditional_text_as_text' | 'macros' | 'ink_functions' | 'yarn_commands' | 'ink_tags' | 'ink_not_compiled' | 'pictures_not_png' | 'pictures_not_shown' | 'pictures_missing' | 'unreadable_pictures' | 'title_glyphs_missing' | 'label_glyphs_missing' | 'text_glyphs_missing' | 'titles_too_small' | 'too_many_attributes' | 'formulas_escaped' | 'header_lines_escaped' | 'yarn_lines_escaped' | 'blocks_as_action' | 'web_links_as_text' | 'canvas_card_text' | 'canvas_card_title' | 'code_merged' | 'unsupported_settings'

/** The unit of a loss's count. */
export type Unit = 'story' | 'node' | 'edge' | 'link' | 'jump' | 'divert' | 'capability' | 'kind' | 'setting' | 'asset'

/** How the bytes of a file are written as text. */
export type Encoding = 'text' | 'base64'

export type FormatEntry = {
  format: string
  title: string
  /** File extensions, without the dot. */
  extensions: Array<string>
  /** The arguments of export_story that an export takes beside those of every format. */
  options?: Array<ExportOption>
}

/** An argument of export_story that some formats take. */
export type ExportOption = 'chapters' | 'numbering' | 'paper' | 'comments' | 'design'

/** A name or term. */
export type Term = {
  /** As it stands in the source. */
  term: string
  /** What a translator should know of it. */
  note?: string
  /** What it is in each language, by its code. */
  translations?: Record<string, string>
}

/** How pieces stand in a translation. */
export type LanguageShown = {
  language: string
  /** How many pieces there are: titles, lines and choices. */
  pieces: number
  /** How many are not translated. */
  missing: number
  /** How many were translated before their source was changed. */
  stale: number
  /** How many nodes have pieces that are missing or stale. */
  open_nodes: number
  /** The title of the story, where it is translated. */
  story_title?: string
}

/** How pieces stand in a translation. */
export type NodeShown = {
  node: NodeRef
  language: string
  /** How many pieces there are: titles, lines and choices. */
  pieces: number
  /** How many are not translated. */
  missing: number
  /** How many were translated before their source was changed. */
  stale: number
  /** How many terms of the glossary have other words in it. */
  missed_terms?: number
}

export type PieceShown = {
  id: string
  kind: ReadTranslationKind
  state: ReadTranslationState
  source: string
  text?: string
  /** The source as it was when it was translated, where it is another now. */
  source_before?: string
  /** The same, word by word: what was added to the source and removed from it since. */
  changes?: Array<DiffPart>
}

/** What a piece is. */
export type ReadTranslationKind = 'title' | 'line' | 'choice'

/** How a piece stands. */
export type ReadTranslationState = 'missing' | 'stale' | 'current'

/** A term that a translation has other words for. */
export type MissedTerm = {
  /** The piece, by its id. */
  piece: string
  /** As it stands in the source. */
  term: string
  /** What the glossary says for it. */
  translation: string
}

/** The formats in which translations go out. */
export type FileFormat = 'xliff' | 'po' | 'csv' | 'yarn' | 'ink'

/** A file format for translations. */
export type TranslationFormat = 'xliff' | 'po' | 'csv'

/** What came in of a language. */
export type ImportedLanguage = {
  language: string
  /** How many nodes were changed. */
  nodes: number
  /** How many pieces were written. */
  written: number
  /** How many of them are stale, because their source was changed since the export. */
  stale: number
  /** How many pieces were the same here already. */
  unchanged: number
  /** How many units are not translated in the file. */
  empty: number
}

export type Unplaced = {
  id: string
  language: string
  source: string
  text: string
  reason: Reason
  /** The reason in full, where the words were refused. */
  why?: string
}

/** Why a unit was not taken. */
export type Reason = 'no_place' | 'newer_here' | 'source_changed' | 'refused'

/** Why a turn ended. */
export type Ending = 'done' | 'bounded' | 'refused' | 'cancelled' | 'failed'

/** Tokens of requests and replies. */
export type TokensJson = {
  /** Of the requests. */
  input: number
  /** Of the replies. */
  output: number
  /** How many of the input came from a cache. */
  cached: number
}

/** What a cost leaves out because the settings give no price. */
export type UnpricedUsage = {
  /** Whether it leaves out the tokens. */
  tokens: boolean
  /** How many charged images it leaves out. */
  pictures: number
}

/** A running turn. */
export type ActiveTurn = {
  turn: string
  thread: string
  node: string | null
  instruction: string
  began: string
  /** The questions it waits for, as in the event `asked`. */
  questions: Array<Question>
  /** Another process runs it; it is stopped and answered there. */
  elsewhere?: boolean
}

/** A question put to a person before a call. */
export type Question = {
  /** The call's id; the answer names it. */
  call_id: string
  /** The tool's name. */
  tool: string
  /** The impact of the call. */
  impact: Impact
  /** Its arguments, already validated. */
  args: unknown
  /** The text of the question. */
  text: string
  /** Set if it is asked because of what the call removes from the story. */
  removes?: RemovedCount
  /** Set if the question is asked again because the arguments the person gave instead are invalid: these arguments and the error. Approving without new arguments refers to `args`. */
  refused?: RejectedEdit
  /** Who may answer, beside the owner of the workspace: the owner of the conversation it came up in, if it came up in one. */
  owner?: PrincipalId
}

/** How much of a story a call removes. */
export type RemovedCount = {
  /** How many nodes. */
  nodes: number
  /** How many the story has. */
  of: number
}

/** Invalid arguments given by a person. */
export type RejectedEdit = {
  /** The arguments as given. */
  args: unknown
  /** What is wrong with them. */
  message: string
  /** Where in them, as a JSON pointer. */
  path?: string
  /** What to do next. */
  hint?: string
}

/** One message of a conversation. `content` is always text (AT-10); structured data is in `metadata`. */
export type ChatMessage = {
  /** Its identity. */
  id: string
  /** The turn it belongs to. */
  turn: string
  /** The role of its sender. */
  role: Role
  /** The text; for a tool message the complete JSON text of the result (AT-6). */
  content: string
  /** Its structured metadata. */
  metadata: MessageMetadata
  /** When it was written. */
  time: string
}

/** The sender of a message. */
export type Role = 'system' | 'user' | 'assistant' | 'tool'

/** What a message contains besides its text (AT-10). */
export type MessageMetadata = {
  /** A reply's segments as the model produced them, including calls and provider state. */
  segments?: Array<ContentSegment>
  /** The call whose result this tool message contains. */
  tool_call_id?: string
  /** The full record of a tool's result (AT-7), as JSON, so that records of other versions of the program are kept as they are. */
  tool_agent_output?: unknown
  /** Tokens, model, latency of a reply. */
  reply?: ReplyMetadata
  /** The pictures that the person attached. */
  pictures?: Array<string>
  /** The id that the client gave to the person's message. */
  message_id?: string
  /** Whether it belongs to a slash command: a person's call, not a model's. */
  command?: boolean
  /** Why the turn ended with this message, where it did not end well. */
  ending?: Ending
  /** Whether the instruction "continue" continues with the turn that ended so. */
  can_go_on?: boolean
  /** What the turn that ended with this message used, at the prices of that time. */
  spent?: TurnUsage
  /** The tokens that the message takes. */
  tokens?: number
  /** The tokens that a reply's request was estimated to take. */
  estimated?: number
}

/** One segment of a reply, in the order the model produced it. */
export type ContentSegment = {
  /** State the provider expects back with it. */
  providerState?: ProviderState
} & ({
  type: 'text'
  /** The text. */
  text: string
} | {
  type: 'image'
  /** Base64 data or a URL. */
  data: string
  /** For instance `image/png`. */
  mimeType: string
} | {
  type: 'audio'
  /** Base64 data or a URL. */
  data: string
  /** For instance `audio/mp3`. */
  mimeType: string
} | {
  type: 'video'
  /** Base64 data or a URL. */
  data: string
  /** For instance `video/mp4`. */
  mimeType: string
} | {
  type: 'ui'
  /** What to draw. */
  ui: unknown
} | {
  type: 'tool_call'
  /** The call. */
  toolCall: ToolCall
})

/** A request to run a tool (OS-2). */
export type ToolCall = {
  /** Matches the result to the call; generated here if the model's API provides none. */
  id?: string
  /** The tool's name. */
  name: string
  /** Its arguments, an object. Arguments that are not valid JSON are kept as a string, which no tool's schema accepts, so that dispatch reports the error to the model. */
  args: unknown
}

/** State that a provider expects back verbatim (a signature, a reasoning item). It is returned only to the same provider and model. */
export type ProviderState = {
  /** The provider that made it. */
  provider: string
  /** The model that made it. */
  model: string
  /** Opaque to us. */
  value: unknown
}

/** Metadata of a reply. */
export type ReplyMetadata = {
  /** The model that answered. */
  model?: string
  /** Why it stopped. */
  stop?: StopReason
  /** Tokens used, if the provider reports them. */
  usage?: Usage
  /** From the request to the last byte, in milliseconds. */
  latency_ms?: number
}

/** Why a model stopped. */
export type StopReason = 'end' | 'tool_calls' | 'length' | 'refusal'

/** Tokens used, as the provider counted them. */
export type Usage = {
  /** Tokens of the payload, including those read from a cache. */
  input_tokens: number
  /** Tokens of the reply, including thinking. */
  output_tokens: number
  /** How many of the input tokens came from a cache. */
  cached_tokens: number
}

/** What a turn used, at the prices in the settings when it ended. */
export type TurnUsage = {
  /** Tokens, summed over its requests, as reported by the provider: `{input, output, cached}`. */
  usage: TokensJson
  /** How many generated images it was charged for. */
  pictures?: number
  /** The cost of tokens and images, in the currency of the settings, as far as prices are known. */
  cost?: number
  /** What `cost` leaves out because the settings give no price. */
  uncounted?: UnpricedUsage
}

export type ThreadSummary = {
  thread: string
  title: string
  node: string | null
  time: string
  /** The id of the person or program whose it is; `local` is the one who runs the program. */
  owner: PrincipalId
}

/** The sizes of a payload's parts, in tokens. */
export type TokenSizes = {
  /** The system block. */
  system: number
  /** The tool definitions. */
  tools: number
  /** The content chosen from the story. */
  story: number
  /** The summary or state that replaces older turns. */
  memory: number
  /** The messages. */
  messages: number
  /** Unused tokens, not counting those reserved for the reply. */
  free: number
  /** The total: the model's window minus the tokens reserved for the reply. */
  limit: number
}

/** A tool as it was sent. */
export type SnapshotTool = {
  /** Its name. */
  name: string
  /** The size of its definition. */
  tokens: number
}

/** One piece of the story, and why it is shown. */
export type ContextItem = {
  /** The node; `None` for the path to the open node. */
  node: string | null
  /** The resource of another program, in place of a node. */
  resource?: ResourceRef
  /** Its title. */
  title: string
  /** The reason: `pinned`, `named in the instruction`, … */
  reason: string
  /** Its estimated size in tokens. */
  tokens: number
  /** Whether it is shown; pieces that did not fit are listed but not shown. */
  shown: boolean
  /** The text shown. */
  text: string
  /** Why a pinned resource could not be read. */
  missing?: ErrorReport
}

/** A resource by its server and its address there. */
export type ResourceRef = {
  /** The name of its server in the settings. */
  server: string
  /** Its address on that server. */
  uri: string
  /** Its title when it was pinned. */
  title: string
}

/** A message as it was sent. */
export type SnapshotMessage = {
  /** Its id in the thread. */
  id: string
  /** Its role. */
  role: Role
  /** Its size. */
  tokens: number
  /** Its text as it was sent, including cuts and notes. */
  text: string
  /** Its calls, by name and arguments. */
  calls?: Array<ToolCall>
  /** How many images were sent with it. */
  pictures: number
}

/** What background work in a conversation has used, and what is still to be done. */
export type BackgroundUsage = {
  /** Requests to the light model. */
  asked: number
  /** Tokens of the requests. */
  input: number
  /** How many of those came from a cache. */
  cached: number
  /** Tokens of the replies. */
  output: number
  /** Whether some of these are estimates because nothing was reported. */
  estimated?: boolean
  /** Why the newest work has not been done yet; it is retried after the next turn. */
  waiting?: string
}

/** When a node is shown. */
export type How = 'pin' | 'exclude' | 'auto'

/** A resource that another program offers. */
export type OutsideResource = {
  /** The name of its server in the settings. */
  server: string
  /** Its address on that server. */
  uri: string
  /** Its title. Somebody else's words. */
  title: string
  /** What it is, as its server describes it. */
  description?: string
  /** Its media type, if its server says so. */
  mime?: string
}

export type FoundTool = {
  name: string
  capability: string
  impact: Impact
  description: string
  /** The JSON Schema of its arguments. */
  parameters: unknown
}

/** What a job does with each node. */
export type JobTask = 'rewrite' | 'translate' | 'names' | 'summaries' | 'portraits' | 'continuity'

/** A node that failed. */
export type Failure = {
  node: string
  title: string
  why: string
}

/** A job, how far it is, and what it has used. */
export type JobReport = {
  /** Its id, by which it can continue. */
  job: string
  task: JobTask
  /** What was asked for; empty where the task says it all. */
  instruction: string
  /** The language that it translates into, where that is what it does. */
  language?: string
  /** When it was begun. */
  time: string
  /** Whether it is running now, in this program. */
  running: boolean
  /** On how many nodes it works. */
  nodes: number
  /** On how many nodes something was written: a text, a picture, a summary, findings. */
  written: number
  /** On how many nodes there was nothing to write. */
  unchanged: number
  /** How many nodes failed; they are tried again when the job continues. */
  failed: number
  /** How many nodes are left. */
  waiting: number
  /** The first failures, with their reasons. */
  failures?: Array<Failure>
  /** How many findings it has kept at passages. */
  found?: number
  /** The draft that the texts and pictures wait in. */
  draft?: string
  /** Tokens sent so far. */
  input_tokens: number
  /** Tokens written so far. */
  output_tokens: number
  /** Whether some of these are estimates. */
  estimated?: boolean
  /** What they have cost, where the price is known. */
  cost?: number
  /** Why it stopped before its end. */
  stopped?: string
}

export type SummaryShown = {
  node: string
  title: string
  text: string
  /** Whether the text has changed since. */
  stale: boolean
  /** The model that wrote it; none where somebody wrote it themselves. */
  model?: string
}

/** What keeping the memory fresh has used. */
export type BackgroundWork = {
  requests: number
  input_tokens: number
  output_tokens: number
  /** Why the newest request failed. */
  failed?: string
}

/** A rule that corrections suggest. */
export type ProposedRule = {
  /** Its id. */
  id: string
  /** The rule, as it would stand in the style guide. */
  rule: string
  /** The corrections that suggest it. */
  because: Array<Correction>
  /** The model that worded it. */
  model: string
  time: string
  /** Whether a person has rejected it. */
  rejected: boolean
}

/** What a person made of a passage that the assistant wrote. */
export type Correction = {
  node: string
  /** The assistant's words. */
  before: string
  /** The person's words. */
  after: string
}

/** `data:changed`: thin, so that ordering and size stay nobody's problem. Whoever wants the data reads it; a gap in the numbers means that something was missed. */
export type DataChanged = {
  /** The change's number in the story; no gaps. */
  number: number
  /** The commit's identity. */
  commit: string
  /** What it was: an edit, an undo, … */
  kind: CommitKind
  /** Who wrote. */
  author: Author
  /** Through which window or process, so that it can ignore its own echo. */
  origin: string | null
  /** In which turn. */
  turn: string | null
  /** In which draft; such a change moves nothing that others see. */
  draft: string | null
  /** Why, in words. */
  reason: string
  /** The nodes among what moved, each once. */
  nodes: Array<string>
  /** What moved, in the order written. */
  changed: Array<StoryEventChangedSlot>
  type: 'data:changed'
}

/** One thing whose adopted version moved. Neither node nor edge: it belongs to the story itself. */
export type StoryEventChangedSlot = {
  /** The node. */
  node?: string
  /** The edge. */
  edge?: string
  /** The capability, or the part every node has. */
  capability: string
  /** What is adopted since; `None` where nothing is. */
  version: VersionRef | null
}

/** What happens in a turn, in order, as published to every interface. */
export type TurnEvent = {
  type: 'turn_began'
  /** Which turn. */
  turn: string
  /** Its thread. */
  thread: string
  /** The node being edited. */
  node: string | null
  /** The person's instruction. */
  instruction: string
} | {
  type: 'context_shown'
  /** Which turn. */
  turn: string
  /** The sizes of its parts. */
  sizes: TokenSizes
  /** The story content that was chosen, without its text. */
  story: Array<ContextItem>
} | {
  type: 'text'
  /** Which turn. */
  turn: string
  /** The text. */
  text: string
} | {
  type: 'thinking'
  /** Which turn. */
  turn: string
  /** The reasoning text. */
  text: string
} | {
  type: 'tool_call_began'
  /** Which turn. */
  turn: string
  /** The call's id. */
  call_id: string
  /** The tool's name. */
  name: string
  /** The arguments as the model gave them. */
  args: unknown
} | {
  type: 'tool_answered'
  /** Which turn. */
  turn: string
  /** The full record. */
  output: ToolAgentOutput
} | {
  type: 'asked'
  /** Which turn. */
  turn: string
  /** The question. */
  question: Question
} | {
  type: 'retrying'
  /** Which turn. */
  turn: string
  /** The number of the retry, counting from 1. */
  attempt: number
  /** The delay before the retry, in milliseconds. */
  after_ms: number
  /** Why. */
  reason: string
} | {
  type: 'text_discarded'
  /** Which turn. */
  turn: string
} | {
  type: 'turn_ended'
  /** Which turn. */
  turn: string
  /** The outcome. */
  outcome: TurnOutcome
}

/** The outcome of a turn. */
export type TurnOutcome = {
  /** Its identity. */
  turn: string
  /** Its thread. */
  thread: string
  /** Why it ended. */
  ending: Ending
  /** Whether the instruction "continue" in this thread continues the work. */
  can_go_on?: boolean
  /** The final text. If the turn did not end well, it says what was done, what was not, and what to do next. */
  text: string
  /** How many calls succeeded. */
  calls_succeeded: number
  /** How many calls failed, or were not run. */
  calls_failed: number
  /** The draft its writes went to, if it wrote anything in review mode. */
  draft: string | null
  /** Tokens, summed over its requests, as reported by the provider: `{input, output, cached}`. */
  usage: TokensJson
  /** How many generated images it was charged for. */
  pictures?: number
  /** The cost of tokens and images, in the currency of the settings, as far as prices are known. */
  cost?: number
  /** What `cost` leaves out because the settings give no price. */
  uncounted?: UnpricedUsage
  /** The model error as a code for programs: `rate_limited`, `unauthorized`, … */
  failure?: string
}

/** `agents:changed`: somebody came, went or did something, or a credential changed. Says no more: the tools `list_participants` and `list_agent_credentials` do. */
export type AgentsChanged = {
  /** The client whose credential allows something else now; missing if something else changed. */
  permission_of?: string
  type: 'agents:changed'
}

/** `message:posted`: somebody wrote to the people and agents of the story. */
export type MessagePosted = {
  /** What was written. */
  message: PostedMessage
  type: 'message:posted'
}

/** `backup:failed`: the story could not be backed up, for a reason that was not told before. */
export type BackupFailed = {
  /** Why. */
  error: ErrorReport
  type: 'backup:failed'
}

/** Something that happened, with its place in the stream. As JSON it is one flat object: `{"sequence":7,"type":"data:changed","number":481,…}` or `{"sequence":8,"type":"text","turn":…,"text":…}`. */
export type StoryEvent = {
  /** Counts from 1, without gaps, for as long as the story is open here. */
  sequence: number
} & (DataChanged | TurnEvent | Progress | AgentsChanged | MessagePosted | BackupFailed)

export interface ToolMap {
  update_node_kv: {
    input: {
      /** The pairs to set. A key that exists gets the new value; a new key is added at the end. */
      items: Array<{
        /** The key, for instance `Name`. */
        k: string
        /** The value, for instance `Neo`. */
        v: string
      }>
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      count: number
      /** The pairs set, under the keys the node has. */
      items: Array<Attribute>
    }
  }
  remove_node_kv: {
    input: {
      /** The keys to remove, as the node has them; letter case does not matter. */
      keys: Array<string>
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      count: number
      /** The pairs taken away. */
      removed: Array<Attribute>
      /** How many pairs are left. */
      left: number
    }
  }
  read_node_kv: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      /** The adopted version; none if the node has no attributes yet. */
      version: number | null
      count: number
      items: Array<Attribute>
    }
  }
  list_attributes: {
    input: {
      /** Only nodes of this kind, for instance `character`. Defaults to all nodes that have attributes. */
      kind?: string
      /** How many nodes to list at most. Defaults to 200. */
      limit?: number
      /** Whether to say when each node was last changed. Defaults to false. */
      times?: boolean
    }
    output: {
      /** How many nodes there are in all. */
      count: number
      /** The keys in use with how many nodes have them, in the order they are met. */
      keys: Array<KeyUse>
      nodes: Array<Row>
    }
  }
  set_attribute: {
    input: {
      /** The nodes: their titles, or the first or last characters of their ids. */
      nodes: Array<string>
      /** The key, for instance `Faction`. A node that has it gets the new value; others get it added. */
      key: string
      /** The value. Left out, the attribute is removed where it is. */
      value?: string
    }
    output: {
      /** How many nodes changed. */
      count: number
      nodes: Array<NodeRef>
      key: string
      value: string | null
    }
  }
  update_attribute_table: {
    input: {
      /** What to set: the node, the key and the value. One value for many nodes is set_attribute. */
      cells?: Array<{
        /** The node: its title, the first or last characters of its id, or a title of `create_nodes`. */
        node: string
        /** The key, for instance `Age`. */
        k: string
        /** The value, for instance `37`. */
        v: string
      }>
      /** Nodes to create first; cells name them by their titles. */
      create_nodes?: Array<{
        /** The new node's title. */
        title: string
        /** Its kind: `character`, `place` or another of the story's. Defaults to `character`. */
        kind?: string
      }>
    }
    output: {
      /** How many nodes got another value, or were made. */
      count: number
      made: Array<NodeRef>
      changed: Array<NodeRef>
    }
  }
  rename_attribute: {
    input: {
      /** The key as it is, ignoring letter case. */
      key: string
      /** The new key. */
      new_key: string
      /** Only on these nodes: their titles, or the first or last characters of their ids. Defaults to all nodes. */
      nodes?: Array<string>
    }
    output: {
      count: number
      nodes: Array<NodeRef>
      key: string
      new_key: string
    }
  }
  generate_image: {
    input: {
      /** What the picture shows: subject, setting, style, light, mood. */
      prompt: string
      /** Width to height. Defaults to `1:1`. `3:4` suits portraits, `16:9` places. */
      ratio?: '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '16:9' | '9:16'
      /** A number that makes the picture repeatable: the same seed and prompt give the same picture, if the image model supports it. */
      seed?: number
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      /** The picture, named by the hash of its bytes. */
      asset: string
      /** For instance `image/png`. */
      mime: string
      /** What it was to show; empty for a picture from elsewhere. */
      prompt: string
      /** Width to height as it was asked for. */
      ratio: string
      /** Who made it, as `provider:model`. */
      model: string
      /** With the same seed, prompt and model the same picture comes out, where the model can. */
      seed?: number | string
      /** In pixels. */
      width: number
      /** In pixels. */
      height: number
      /** `own file` where a person gave it; empty where a model made it. */
      origin?: string
    }
  }
  add_image: {
    input: {
      /** The bytes of a PNG, JPEG or WebP file as base64, at most 12 MB of file. At a terminal `@portrait.png` reads the file. */
      content?: string
      /** A picture that is in the story already, by its hash or at least the first 8 characters of it. Give either this or `content`. */
      picture?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** What the picture shows, for search and for people who cannot see it. */
      description?: string
    }
    output: {
      node: NodeRef
      version: number
      /** The picture, named by the hash of its bytes. */
      asset: string
      /** For instance `image/png`. */
      mime: string
      /** What it was to show; empty for a picture from elsewhere. */
      prompt: string
      /** Width to height as it was asked for. */
      ratio: string
      /** Who made it, as `provider:model`. */
      model: string
      /** With the same seed, prompt and model the same picture comes out, where the model can. */
      seed?: number | string
      /** In pixels. */
      width: number
      /** In pixels. */
      height: number
      /** `own file` where a person gave it; empty where a model made it. */
      origin?: string
    }
  }
  remove_image: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      /** The version that was adopted. */
      was: number
    }
  }
  list_images: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** How many to list at most. Defaults to 20. */
      limit?: number
    }
    output: {
      node: NodeRef
      count: number
      images: Array<PictureEntry>
    }
  }
  set_sound: {
    input: {
      /** The bytes of an MP3, Ogg, M4A, FLAC or WAV file as base64, at most 12 MB of file. At a terminal `@rain.ogg` reads the file. */
      content?: string
      /** The file's name, after which the sound is called if nobody names it. */
      file_name?: string
      /** A sound that is in the story already, by its hash or at least the first 8 characters of it. */
      sound?: string
      /** How it is played: `once`, over the music; `loop`, again and again while the scene is open; `music`, also in the scenes that follow until another scene has music or silence; `silence`, without a file, stops music. Defaults to `once` for files of up to 15 seconds and to `loop` for longer ones. */
      plays?: 'once' | 'loop' | 'music' | 'silence'
      /** What is heard, for instance `Rain on a roof`. */
      name?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      /** The file, named by the hash of its bytes; none where `plays` is `silence`. */
      asset?: string
      /** For instance `audio/mpeg`. */
      mime?: string
      /** What is heard, for instance `Rain on a roof`. */
      name?: string
      /** How long the file is. */
      milliseconds: number
      /** How it is played. */
      plays: Plays
    }
  }
  remove_sound: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      /** The version that was adopted. */
      was: number
    }
  }
  write_text: {
    input: {
      /** The new text, in Markdown. `{{gold}}` shows a variable, and `{{if gold > 5}}…{{else}}…{{end}}` a text under a condition. An empty text empties the node. */
      text: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** The number of the version that was read before; 0 for a node that had no text. If another version has been adopted since, nothing is written. The text is written in any case when left out. */
      expected?: number
      /** Whether the text replaces the current one. Defaults to true. */
      adopt?: boolean
      /** The alternative's name, if `adopt` is false, for instance `warmer`. An alternative of that name is replaced. */
      name?: string
    }
    output: {
      node: NodeRef
      version: number
      /** The name of the alternative that was written; `version` is then the one in use still. */
      alternative?: string
      /** Passages replaced; only where passages were. */
      count?: number
      before: WordCount
      after: WordCount
      /** The beginning of what was put in. */
      excerpt: string
      /** What followed among the links that leave the node, because links in its text came, changed or went. */
      links?: InGraph
    }
  }
  replace_text: {
    input: {
      /** The current passage, quoted exactly. */
      old: string
      /** What to put in its place; empty to delete the passage. */
      new: string
      /** Replace every occurrence instead of asking for a single one. */
      all?: boolean
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      /** The name of the alternative that was written; `version` is then the one in use still. */
      alternative?: string
      /** Passages replaced; only where passages were. */
      count?: number
      before: WordCount
      after: WordCount
      /** The beginning of what was put in. */
      excerpt: string
      /** What followed among the links that leave the node, because links in its text came, changed or went. */
      links?: InGraph
    }
  }
  append_text: {
    input: {
      /** The text to add, in Markdown. */
      text: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      /** The name of the alternative that was written; `version` is then the one in use still. */
      alternative?: string
      /** Passages replaced; only where passages were. */
      count?: number
      before: WordCount
      after: WordCount
      /** The beginning of what was put in. */
      excerpt: string
      /** What followed among the links that leave the node, because links in its text came, changed or went. */
      links?: InGraph
    }
  }
  read_text: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** The first paragraph to read, counting from 1. Defaults to the first of the text. */
      from_paragraph?: number
      /** The last paragraph to read. Defaults to the last of the text. */
      to_paragraph?: number
      /** The first character to read, counting from 1. Not together with paragraphs. */
      from_character?: number
      /** The last character to read. Defaults to the last of the text. */
      to_character?: number
    }
    output: {
      node: NodeRef
      /** The adopted version; none if the node has no text yet. */
      version: number | null
      /** Words: one for each word of a spaced script, one for each Chinese character or kana. */
      words: number
      /** Characters as a reader counts them, spaces left out. */
      characters: number
      /** How many paragraphs the whole text has. */
      paragraphs: number
      /** What was read of it; only where a part was asked for. */
      part?: Part
      text: string
    }
  }
  read_texts: {
    input: {
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
      /** How many tokens of text to return at most. Defaults to 6000. */
      tokens?: number
      /** Where an earlier answer stopped: its `cursor`. */
      cursor?: string
    }
    output: {
      /** How many nodes the selection has. */
      nodes: number
      /** How many without a text were passed by; nodes that were named are listed without one. */
      empty: number
      texts: Array<NodeText>
      /** Give it to the next call to read on; missing where everything has been read. */
      cursor?: string
    }
  }
  find_in_texts: {
    input: {
      /** The words to look for, in any language, as they are in the text. */
      find: string
      /** Match upper and lower case. Defaults to false. */
      match_case?: boolean
      /** Match whole words only. Has no effect in Chinese and Japanese, which do not separate words. */
      whole_word?: boolean
      /** Only in these nodes: their titles, or the first or last characters of their ids. Defaults to all nodes. */
      nodes?: Array<string>
      /** How many nodes to list at most. Defaults to 100. */
      limit?: number
      /** How many matches of each node to list at most. Defaults to 20. */
      per_node?: number
    }
    output: {
      /** How many places there are in all. */
      count: number
      /** In how many nodes. */
      node_count: number
      nodes: Array<NodeMatches>
    }
  }
  replace_in_texts: {
    input: {
      /** The words to look for, in any language, as they are in the text. */
      find: string
      /** What to put in their place; empty to delete them. */
      with: string
      /** Match upper and lower case. Defaults to false. */
      match_case?: boolean
      /** Match whole words only. Has no effect in Chinese and Japanese, which do not separate words. */
      whole_word?: boolean
      /** Only in these nodes: their titles, or the first or last characters of their ids. Defaults to all nodes. */
      nodes?: Array<string>
    }
    output: {
      /** How many places were replaced. */
      count: number
      nodes: Array<NodeReplacements>
    }
  }
  find_repetitions: {
    input: {
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
      /** How many words and how many phrases to list at most. Defaults to 50. */
      limit?: number
    }
    output: {
      /** How many words there are in all scenes. */
      words: number
      /** How many words come again soon. */
      close_count: number
      close: Array<CloseWord>
      /** How many phrases are used again and again. */
      phrase_count: number
      phrases: Array<Phrase>
    }
  }
  create_node: {
    input: {
      /** The new node's title. */
      title: string
      /** Its kind: `scene`, `character`, `place`, `note`, `group`, or one of the story's own kinds. Defaults to `scene`. */
      kind?: string
      /** The node to link from: its title, or the first or last characters of its id. The new node is not linked when left out. */
      after?: string
      /** Insert the new node into the link that leads from `after` to this node, its title or id. */
      before?: string
      /** What the reader chooses to get there: the label of the link from `after`. With `before`, the label of the existing link, needed only if several lead from the one node to the other. */
      label?: string
      /** The node's first text, in Markdown. */
      text?: string
      /** Left edge on the map; a free place is found when left out. */
      x?: number
      /** Top edge on the map, growing downward; a free place is found when left out. */
      y?: number
      /** The group it belongs to: its title, or the first or last characters of its id; empty for none. With `before` and without a position, defaults to that of `after`. */
      group?: string
    }
    output: {
      node: NodeRef
      kind: string
      x: number
      y: number
      /** The link from `after`. */
      link?: Linked
      /** What the links in its text made in the graph. */
      links?: InGraph
      /** Nodes whose texts linked to this title before it existed, and lead here now. */
      linked_from?: Array<NodeRef>
      /** How many other nodes have this title: where there are some, name nodes by id. */
      same_title: number
    }
  }
  rename_node: {
    input: {
      /** The new title. */
      title: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** Whether to update links in texts, conditions and effects that use the old title. Defaults to true; with false they are only listed. */
      rewrite_links?: boolean
      /** Whether to also replace the old title in running text, where it occurs as whole words with the same capitalization. Defaults to false. Texts with macros stay as they are. */
      rewrite_mentions?: boolean
      /** The attribute in which to keep the old title, for instance `Aliases`. It is not kept when left out. */
      alias_key?: string
    }
    output: {
      node: NodeRef
      /** The title it had. */
      before: string
      version: number
      /** How many other nodes have this title: where there are some, name nodes by id. */
      same_title: number
      /** The nodes that name it by the title it had: in the links of their text, or in what leads on from them or happens on entering. */
      links?: Array<TitleReference>
      /** How many of those links were rewritten. */
      rewritten?: number
      /** The nodes whose running text has the title it had, outside of links. */
      mentions?: Array<TitleReference>
      /** How many of those mentions were replaced. */
      rewritten_mentions?: number
      /** Nodes whose texts linked to the new title before a node had it, and lead here now. */
      linked_from?: Array<NodeRef>
    }
  }
  set_node_kind: {
    input: {
      /** The new kind: `scene`, `character`, `place`, `note`, `group`, or one of the story's own. */
      kind?: string
      /** A color of the palette, `1` to `6`, or one like `#3366cc`; empty for the usual color. */
      color?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      kind: string
      color: string | null
    }
  }
  move_node: {
    input: {
      /** The new left edge; stays when left out. */
      x?: number
      /** The new top edge, growing downward; stays when left out. */
      y?: number
      /** The new width of its card; 0 resets it to the default, unchanged when left out. */
      width?: number
      /** The new height of its card; 0 resets it to the default, unchanged when left out. */
      height?: number
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** The group to put it into: its title, or the first or last characters of its id; empty to take it out of its group. */
      group?: string
    }
    output: {
      node: NodeRef
      x: number
      y: number
      group: NodeRef | null
      /** How many nodes moved with it. */
      with_it: number
    }
  }
  move_nodes: {
    input: {
      /** The nodes to move and their new positions. The members of a group move with it, except those listed themselves. */
      places: Array<{
        /** The node's title, or the first or last characters of its id. */
        node: string
        /** The new left edge. */
        x: number
        /** The new top edge, growing downward. */
        y: number
        /** The new width of its card; 0 resets it to the default, unchanged when left out. */
        width?: number
        /** The new height of its card; 0 resets it to the default, unchanged when left out. */
        height?: number
      }>
      /** The group to put them all into: its title, or the first or last characters of its id; empty to take them out of their groups. They stay in their groups when left out. */
      group?: string
    }
    output: {
      count: number
      nodes: Array<NodeRef>
      /** How many nodes moved with the groups that hold them. */
      with_them: number
    }
  }
  tidy_map: {
    input: {
      /** Only these nodes: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Lay out the outermost groups of the whole map as lanes. Defaults to false. */
      lanes?: boolean
    }
    output: {
      /** How many nodes were placed, groups counted as one. */
      count: number
      /** How many of them stand elsewhere now. */
      moved: number
      /** The group that was tidied, where it was one. */
      group?: NodeRef
    }
  }
  group_nodes: {
    input: {
      /** The nodes: their titles, or the first or last characters of their ids. */
      nodes: Array<string>
      /** The group's title. */
      title: string
    }
    output: {
      node: NodeRef
      holds: Array<NodeRef>
      x: number
      y: number
      width: number
      height: number
    }
  }
  ungroup: {
    input: {
      /** The group's title, or the first or last characters of its id. Defaults to the node being edited. */
      group?: string
    }
    output: {
      node: NodeRef
      freed: Array<NodeRef>
    }
  }
  fold_groups: {
    input: {
      /** The groups: their titles, or the first or last characters of their ids. */
      groups: Array<string>
      /** Whether they are to be folded; `false` unfolds them. */
      folded: boolean
    }
    output: {
      count: number
      groups: Array<NodeRef>
      folded: boolean
    }
  }
  fit_groups: {
    input: {
      /** The groups: their titles, or the first or last characters of their ids. */
      groups: Array<string>
    }
    output: {
      /** How many frames have another place or size now. */
      count: number
      groups: Array<NodeRef>
    }
  }
  color_nodes: {
    input: {
      /** The nodes: their titles, or the first or last characters of their ids. */
      nodes: Array<string>
      /** A color of the palette, `1` to `6`, or one like `#3366cc`. Defaults to the usual color. */
      color?: string
    }
    output: {
      count: number
      nodes: Array<NodeRef>
      color: string | null
    }
  }
  set_node_kinds: {
    input: {
      /** The nodes: their titles, or the first or last characters of their ids. */
      nodes: Array<string>
      /** The kind: `scene`, `character`, `place`, `note`, or one of the story's own. */
      kind: string
    }
    output: {
      count: number
      nodes: Array<NodeRef>
      kind: string
    }
  }
  duplicate_nodes: {
    input: {
      /** The nodes: their titles, or the first or last characters of their ids. */
      nodes: Array<string>
      /** The left edge of the copies together; a little beside the originals when left out. */
      x?: number
      /** The top edge of the copies together, growing downward; a little below the originals when left out. */
      y?: number
    }
    output: {
      count: number
      /** The copies of the nodes named, in their order. */
      nodes: Array<NodeRef>
      /** How many links were copied. */
      links: number
    }
  }
  remove_node: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      /** How many links went with it. */
      links: number
      /** How many scenes that led to it now lead to the scene that followed it. */
      joined: number
      /** Whether the story has lost its start with it. */
      was_start: boolean
    }
  }
  remove_nodes: {
    input: {
      /** The nodes: their titles, or the first or last characters of their ids. */
      nodes: Array<string>
    }
    output: {
      count: number
      nodes: Array<NodeRef>
      /** How many links went with them. */
      links: number
      /** How many scenes that led to one of them now lead to the scene that followed. */
      joined: number
      /** Whether the story has lost its start with them. */
      was_start: boolean
    }
  }
  split_node: {
    input: {
      /** The first words of the second part, quoted exactly. */
      passage: string
      /** The new node's title. */
      title: string
      /** What the reader chooses to get from the first part to the second; a plain link when left out. */
      label?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      /** The new node, with the second part. */
      new: NodeRef
      /** How many choices the new node took over. */
      moved_links: number
      /** The length of the first part. */
      first: WordCount
      /** The length of the second part. */
      second: WordCount
    }
  }
  merge_nodes: {
    input: {
      /** The nodes, at least two, in reading order: their titles, or the first or last characters of their ids. */
      nodes: Array<string>
    }
    output: {
      /** The first node, which holds the others now. */
      node: NodeRef
      /** The nodes that are gone. */
      merged: Array<NodeRef>
      words: WordCount
      /** Conditions of links that were removed because their ends are one node now. */
      dropped_conditions?: Array<string>
      /** What was not taken over because the first node has its own: attributes, or data by the name of its capability. It stays in the history. */
      not_taken?: Array<NotTaken>
      /** How many links in macros still name a node that is gone; edit them by hand. */
      links_left?: number
    }
  }
  extract_passage: {
    input: {
      /** The passage, quoted exactly; with `last_words`, only its first words. */
      passage: string
      /** The last words of a long passage, quoted exactly. */
      last_words?: string
      /** The new node's title. */
      title: string
      /** The new node's kind. Defaults to the kind of the node. */
      kind?: string
      /** What the reader chooses to get to the passage; a plain link when left out. */
      label?: string
      /** Also link back from the new node, with this label; empty for a plain link. No link leads back when left out. */
      back?: string
      /** The text that takes the passage's place. Defaults to a link to the new node where the text has other links, else to nothing. */
      replacement?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      /** The new node, with the passage. */
      new: NodeRef
      /** How many choices went with the passage. */
      moved_links: number
      /** The length of the text that stays. */
      left: WordCount
      /** The length of the passage. */
      passage: WordCount
    }
  }
  reorder_node: {
    input: {
      /** The scene or group: its title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** The scene or group that it is to follow. Without it and `before`, reading begins with it. */
      after?: string
      /** The scene or group that is to follow it; needed where `after` leads to several. */
      before?: string
      /** The group to put it into, such as the part of a book that it moves to: its title, or the first or last characters of its id; empty to take it out of its group. On the map it then moves beside the scene that it follows. It stays in its group when left out. */
      group?: string
    }
    output: {
      node: NodeRef
      /** What it follows now; missing where reading begins with it. */
      after?: NodeRef
      /** What follows it now. */
      before?: NodeRef
    }
  }
  link_nodes: {
    input: {
      /** Where the link leaves: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
      from?: string
      /** Where it leads: a node's title, or the first or last characters of its id. */
      to: string
      /** What the reader is offered, for instance `Take the red pill`; a plain link when left out. */
      label?: string
      /** When the choice is available, for instance `has_key and gold >= 5` or `visited("Harbor")`, or `otherwise()` for a fallback when no other choice is available. Defaults to always. An unset variable reads as 0, false or an empty text. */
      condition?: string
      /** What taking it does to the variables, for instance `gold = gold - 5; roll = random(1, 6)`; nothing when left out. */
      effect?: string
      /** Whether the choice can be taken only once. Defaults to false. */
      once?: boolean
      /** Its place among the links that leave the node, 1 for the first. Defaults to the last place. */
      order?: number
    }
    output: {
      edge: string
      from: NodeRef
      to: NodeRef
      label?: string
      condition?: string
      effect?: string
      /** Whether it may be taken only once. */
      once?: boolean
      /** Its place among the links that leave the same node; 1 is the first. */
      order: number
      /** What cannot be read of the condition or effect; it is kept as it is. */
      unread?: Array<string>
      /** What was changed with it in the text of the node that it leaves. */
      in_text?: InText
    }
  }
  update_link: {
    input: {
      /** Where the link leaves: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
      from?: string
      /** Where it leads: a node's title, or the first or last characters of its id. */
      to: string
      /** The label it has now; needed only where several links lead from the one node to the other. */
      label?: string
      /** Where it leads from now on: a node's title, or the first or last characters of its id. */
      new_to?: string
      /** The new label; empty for a plain link. */
      new_label?: string
      /** The new condition; empty to offer it always. */
      condition?: string
      /** The new effect; empty for none. */
      effect?: string
      /** Whether the choice can be taken only once. */
      once?: boolean
      /** The new place among the links that leave the node, 1 for the first. */
      order?: number
      /** Whether to reverse the link: it then leaves the node it led to. Defaults to false. */
      reverse?: boolean
    }
    output: {
      edge: string
      from: NodeRef
      to: NodeRef
      label?: string
      condition?: string
      effect?: string
      /** Whether it may be taken only once. */
      once?: boolean
      /** Its place among the links that leave the same node; 1 is the first. */
      order: number
      /** What cannot be read of the condition or effect; it is kept as it is. */
      unread?: Array<string>
      /** What was changed with it in the text of the node that it leaves. */
      in_text?: InText
    }
  }
  remove_link: {
    input: {
      /** Where the link leaves: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
      from?: string
      /** Where it leads: a node's title, or the first or last characters of its id. */
      to: string
      /** Its label; needed only where several links lead from the one node to the other. */
      label?: string
    }
    output: {
      edge: string
      from: NodeRef
      to: NodeRef
      label?: string
      /** How many links still leave the node. */
      left: number
      /** What was changed with it in the text of the node that it left. */
      in_text?: InText
    }
  }
  find_nodes: {
    input: {
      /** A part of the title; letter case does not matter. */
      title?: string
      /** The kind, for instance `character`. */
      kind?: string
      /** The key of an attribute the node must have, for instance `Role`. */
      key?: string
      /** A part of an attribute's value: of the attribute `key`, or of any when no key is given. */
      value?: string
      /** How many nodes to list at most. Defaults to 50. */
      limit?: number
    }
    output: {
      /** How many nodes fit, listed or not. */
      count: number
      nodes: Array<FoundNode>
    }
  }
  outline: {
    input: {
      /** Show only what this node leads to: its title, or the first or last characters of its id. Defaults to the whole story. */
      node?: string
      /** How many lines to show at most. Defaults to 300. */
      limit?: number
    }
    output: {
      title: string
      nodes: number
      links: number
      /** How many nodes the text spells out. */
      shown: number
      text: string
    }
  }
  neighbors: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      outgoing: Array<LinkEnd>
      incoming: Array<LinkEnd>
      group?: NodeRef
      holds?: Array<NodeRef>
    }
  }
  find_paths: {
    input: {
      /** Where the path begins: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
      from?: string
      /** Where it ends: a node's title, or the first or last characters of its id. */
      to: string
      /** Nodes that no path may visit: their titles, or the first or last characters of their ids. */
      avoid?: Array<string>
      /** Nodes that every path must visit, in any order: their titles, or the first or last characters of their ids. */
      through?: Array<string>
      /** The variables at the beginning, for instance `gold = 5; has_key = true`, or empty for none. Conditions are not considered when left out. */
      state?: string
      /** How many paths to list at most. Defaults to 5. */
      limit?: number
    }
    output: {
      from: NodeRef
      to: NodeRef
      count: number
      /** Whether these are all the ways there are. */
      complete: boolean
      paths: Array<Path>
      /** Where no path can be taken from this state: the shortest by the links alone. */
      closed?: Path
      /** The language of the script that plays the story, as Ink. The paths follow the links alone, not the script. */
      script?: string
    }
  }
  show_node: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: WholeNode | Overview
  }
  read_map: {
    input: {
      /** The number of the last change that is known already. Defaults to everything. */
      since?: number
    }
    output: {
      /** The last change that it reflects. */
      number: number
      /** Whether this is everything; otherwise it is laid over what is known. */
      whole: boolean
      story: Header
      kinds: Record<string, Kind>
      nodes: Array<NodeCard>
      edges: Array<LinkCard>
      removed_nodes: Array<string>
      removed_edges: Array<string>
    }
  }
  read_node: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      id: string
      title: string
      kind: string
      layout: Layout
      /** The group that holds it. */
      group: NodeRef | null
      capabilities: Array<CapabilityData>
      /** The name that an attribute gives this character or place, if its title is another. */
      other_name?: string
      outgoing: Array<LinkEnd>
      incoming: Array<LinkEnd>
      /** Nodes that its text names, in the story's order. */
      mentions: Array<NodeRef>
      /** Nodes whose text names it, best first. */
      mentioned_by: Array<NodeRef>
      /** Nodes whose fields name it. */
      related_from: Array<Relation>
    }
  }
  set_start: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
    }
  }
  rename_story: {
    input: {
      /** The story's new title. */
      title: string
    }
    output: {
      title: string
      before: string
      version: number
    }
  }
  set_tag_color: {
    input: {
      /** The tag, as written in the attribute `Tags`. */
      tag: string
      /** A color of the palette, `1` to `6`, or one like `#3366cc`. Defaults to the usual color. */
      color?: string
    }
    output: {
      tag: string
      color: string | null
      version: number
    }
  }
  set_word_goal: {
    input: {
      /** How many words; 0 for no goal. */
      words: number
    }
    output: {
      words: number | null
      version: number
    }
  }
  define_kind: {
    input: {
      /** The kind's name, for instance `faction`. */
      name: string
      /** The capabilities a node of this kind starts with, in the order they are shown, for instance `kv` and `text`. Left out, they stay; a new kind gets these two. */
      capabilities?: Array<string>
      /** The attributes that nodes of this kind have, with their types, all of them in the order they are shown. Left out, they stay. Values that are written later have to fit. */
      fields?: Array<{
        /** The key of the attribute, for instance `Age`. */
        name: string
        /** What its values are. Defaults to `text`. */
        type?: 'text' | 'number' | 'date' | 'list' | 'choice' | 'reference'
        /** For `choice`: the values to choose from. */
        choices?: Array<string>
        /** For `reference`: the kind of the nodes that may be named. Defaults to any. */
        to?: string
        /** For `reference`: what the relation is called on the node that is named, for instance `Student` where the field is `Mentor`. */
        inverse?: string
      }>
    }
    output: {
      kind: string
      capabilities: Array<string>
      fields: Array<Field>
      version: number
      /** All kinds there are now. */
      kinds: Array<string>
    }
  }
  read_style_guide: {
    input: Record<string, never>
    output: {
      /** The adopted version; none if there is no guide yet. */
      version: number | null
      /** The narrator's voice and tone; empty by default. */
      voice?: string
      /** The tense of the narration; empty by default. */
      tense?: string
      /** The person and point of view of the narration; empty by default. */
      person?: string
      /** The language of the story; empty by default. */
      language?: string
      /** Spelling, quotation marks, numbers; empty by default. */
      spelling?: string
      /** What to do and what not to do, one rule each. */
      rules?: Array<string>
      /** Passages that show how the text should sound. */
      samples?: Array<string>
    }
  }
  write_style_guide: {
    input: {
      /** The narrator's voice and tone, for instance `dry, warm beneath`. */
      voice?: string
      /** The tense of the narration, for instance `past`. */
      tense?: string
      /** Person and point of view, for instance `second person; the reader is the smuggler`. */
      person?: string
      /** The language of the story, for instance `British English`. */
      language?: string
      /** Spelling, quotation marks, numbers, for instance `-ise; single quotation marks`. */
      spelling?: string
      /** All rules, one each, for instance `No dreams.`; they replace the current ones. */
      rules?: Array<string>
      /** Rules to add to the current ones. */
      add_rules?: Array<string>
      /** Rules to remove, as they are written. */
      remove_rules?: Array<string>
      /** All passages that show how the text should sound; they replace the current ones. */
      samples?: Array<string>
    }
    output: {
      /** The adopted version; none if there is no guide yet. */
      version: number | null
      /** The narrator's voice and tone; empty by default. */
      voice?: string
      /** The tense of the narration; empty by default. */
      tense?: string
      /** The person and point of view of the narration; empty by default. */
      person?: string
      /** The language of the story; empty by default. */
      language?: string
      /** Spelling, quotation marks, numbers; empty by default. */
      spelling?: string
      /** What to do and what not to do, one rule each. */
      rules?: Array<string>
      /** Passages that show how the text should sound. */
      samples?: Array<string>
    }
  }
  play_story: {
    input: {
      /** Where the reading begins: a node's title, or the first or last characters of its id. Defaults to the story's start. */
      from?: string
      /** The variables it begins with, as assignments: `gold = 5; met_neo = true`. No variables are set when left out. */
      state?: string
      /** What was done since, in order: choices, each by its edge id, its label, the title it leads to or its number in the list of choices, the step of a way back, and assignments made by hand. */
      steps?: Array<string>
      /** One more choice to take, named like those in `steps`. */
      choose?: string
      /** The seed of the random numbers: the same seed gives the same numbers. Defaults to 0. */
      seed?: number
      /** The language to play in, by its code, for instance `de`: one that the story is translated into. Defaults to the one it is written in. */
      language?: string
    }
    output: {
      from: NodeRef
      node: NodeRef
      kind: string
      /** The passage. */
      text: string
      /** What of an imported passage is not played as in its own program. */
      left_out?: Array<LeftOutPart>
      /** The language of the passage, where it is not the one the story is written in. */
      language?: string
      image?: string
      /** What is heard, if anything. */
      sounds?: Heard
      /** Whether the node is marked as an ending. */
      ending: boolean
      /** Whether no choice is open and there is no way back. */
      over: boolean
      choices: Array<ChoiceState>
      /** The way back to the node read before, where an imported passage offers one. */
      way_back?: WayBack
      variables: Record<string, PlayValue>
      /** The seed of its random numbers, to be given to the next call; none if it is 0. */
      seed?: number
      /** The steps made, to be given to the next call. */
      steps: Array<string>
      /** The nodes passed, the first one first. */
      path: Array<NodeRef>
      /** Each node visited, and how often. */
      visited: Array<VisitCount>
      /** The step that could not be made, where one could not. */
      stopped?: FailedStep
      /** Why the script of an imported story cannot be played: what is shown follows its links alone. */
      not_compiled?: NotCompiled
      /** What a script could not do while it was played. */
      errors?: Array<string>
    }
  }
  playtest_story: {
    input: {
      /** Where the readings begin: a node's title, or the first or last characters of its id. Defaults to the story's start. */
      from?: string
      /** The variables they begin with, as assignments: `gold = 5; met_neo = true`. No variables are set when left out. */
      state?: string
      /** How many readers play. Defaults to 1000; fewer play where they need more than a minute. */
      readers?: number
      /** Another number lets readers choose differently. Defaults to 1. */
      seed?: number
      /** How many nodes to list at most, of each kind. Defaults to 20. */
      limit?: number
    }
    output: {
      /** The story's change number. */
      number: number
      from: NodeRef
      /** How many readers played. */
      readers: number
      /** How many pages they read. */
      pages: Spread
      /** How many words they read. */
      words: Spread
      /** Where readings ended, most readers first. */
      endings: Array<PassedReading>
      /** Where readers stood with every choice closed. */
      stuck: Array<PassedReading>
      /** What the script could not do. */
      failed: Array<FailedReading>
      /** How many readers had not come to an end after 500 pages. */
      endless: number
      /** The nodes that readers read, those of the fewest readers first. */
      read: Array<NodeReaders>
      /** Nodes that links lead to and no reader read. */
      unread: Array<NodeRef>
      /** How many these are. */
      unread_count: number
      /** Why the script of an imported story was not played: the readers followed its links alone. */
      not_compiled?: NotCompiled
    }
  }
  set_ending: {
    input: {
      /** Whether the story may end here. Defaults to true. */
      ending?: boolean
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      /** What entering the node does to the variables, for instance `gold = 5`; empty for nothing. */
      enter?: string
      /** Whether the story may end here: a node without choices that is meant. */
      ending?: boolean
    }
  }
  set_enter_effect: {
    input: {
      /** The effect; empty for none. */
      effect: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      /** What entering the node does to the variables, for instance `gold = 5`; empty for nothing. */
      enter?: string
      /** Whether the story may end here: a node without choices that is meant. */
      ending?: boolean
    }
  }
  list_variables: {
    input: {
      /** The name of a variable, to list its uses. */
      variable?: string
      /** How many uses to list at most. Defaults to 100. */
      limit?: number
    }
    output: {
      /** How many there are. */
      count: number
      /** By name. */
      variables: Array<ListedVariable>
      /** Whether scripts, or texts from Ink or Yarn, may use variables that are not listed. */
      may_have_others: boolean
    }
  }
  rename_variable: {
    input: {
      /** The variable. */
      variable: string
      /** Its new name, which no other variable has: letters, digits and `_`, beginning with a letter. */
      new_name: string
    }
    output: {
      variable: string
      /** The name it had. */
      before: string
      /** How many conditions, effects and texts were changed. */
      count: number
      /** In how many nodes and the links that leave them. */
      nodes: number
    }
  }
  check_story: {
    input: {
      /** Only findings about this node: its title, or the first or last characters of its id. */
      node?: string
      /** How many findings to list at most, worst first. Defaults to 100. */
      limit?: number
    }
    output: {
      /** The number of the last change that was looked at. */
      number: number
      /** How many findings there are. */
      count: number
      errors: number
      warnings: number
      notes: number
      /** Unfinished work. */
      hints: number
      pages: number
      reached: number
      /** Nodes with links whose target the running story computes. */
      computed: number
      findings: Array<FindingEntry>
    }
  }
  story_statistics: {
    input: {
      /** Where reading begins: a node's title, or the first or last characters of its id. Defaults to the story's start. */
      from?: string
      /** How many nodes and endings to list at most, the longest nodes first. Defaults to 20. */
      limit?: number
    }
    output: {
      number: number
      /** How many nodes there are. */
      nodes: number
      links: number
      /** Words: one for each word of a spaced script, one for each Chinese character or kana. */
      words: number
      /** Characters as a reader counts them, spaces left out. */
      characters: number
      /** How long reading every text once takes. */
      reading_seconds: number
      /** The pages with the most words. */
      longest_nodes: Array<NodeLength>
      /** The nodes whose text is not counted, because nobody reads it on the way: people, places, notes. */
      beside: Array<string>
      /** What lies behind each choice of the node reading begins at. */
      branches: Array<Branch>
      /** The reading with the fewest words that comes to an ending. */
      shortest: PathSummary | null
      longest: LongestPath
      endings: Array<EndingSummary>
      /** How many endings there are. */
      ending_count: number
      /** Whether every state a reader can come to was looked at; otherwise an ending without a way may have one. */
      complete: boolean
      /** The language of the script that plays the story, as Ink. What is told of ways then follows the links alone, not the script; playtest_story plays it. */
      script?: string
    }
  }
  list_appearances: {
    input: {
      /** Whose appearances: titles of nodes, or the first or last characters of their ids. Defaults to all characters, places, and nodes of the story's own kinds that no link leads to. */
      of?: Array<string>
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
      /** How many scenes to list at most. Defaults to 100. */
      limit?: number
    }
    output: {
      /** Those who were looked for, by kind; of each kind those in most scenes first. */
      of: Array<NamedNode>
      /** How many scenes were read. */
      count: number
      scenes: Array<Scene>
    }
  }
  writing_progress: {
    input: {
      /** How many days to count, today included. Defaults to 30. */
      days?: number
    }
    output: {
      /** The first day that was counted. */
      from: string
      /** The last: today, where the writer is. */
      to: string
      /** What people wrote today. */
      today: number
      /** The words that people wrote on these days. */
      written: number
      /** On how many of these days people wrote more than they deleted. */
      days_written: number
      /** What people wrote on such a day, on average. */
      average: number
      /** How many such days came one after another, up to today or yesterday. */
      streak: number
      /** The word goal of the story. */
      goal?: number
      /** The words in the scenes of the story, towards its goal. */
      words?: number
      /** The day on which the goal is reached if writing goes on like this. */
      goal_reached?: string
      /** The days on which texts changed, oldest first. */
      days: Array<Day>
      /** How many changes could not be counted, because compaction dropped what they changed. */
      uncounted: number
    }
  }
  add_finding: {
    input: {
      /** What was noticed, in a sentence or two. */
      says: string
      /** The passage, quoted exactly. */
      passage: string
      /** At which character of the text the passage begins, counting from 1. Needed only where the text has these words several times. */
      character?: number
      /** The node of the passage: its title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** The passage it contradicts, quoted exactly. */
      other_passage?: string
      /** The node of the other passage: its title, or the first or last characters of its id. Defaults to the same node. */
      other_node?: string
      /** What kind of finding it is. Defaults to `contradiction` with two passages, to `comment` with one. */
      kind?: 'contradiction' | 'promise' | 'comment'
    }
    output: {
      /** Its id. */
      finding: string
      kind: string
      state: State
      /** How far it is, where it is a promise. */
      stage?: Stage
      says: string
      /** Who noticed it, where that is somebody else than whose version it is. */
      author?: string
      passage: Located
      /** The passage it contradicts, or that keeps the promise. */
      other?: Located
      /** The passages that lead on from a promise. */
      advanced?: Array<Located>
      /** Why it may stay as it is. */
      reason?: string
      /** What was answered to it, oldest first. */
      replies?: Array<Reply>
    }
  }
  list_findings: {
    input: {
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
      /** Only findings in this state. Defaults to all that are not closed. */
      status?: 'open' | 'changed' | 'reopened' | 'waived' | 'closed'
      /** Only findings of this kind. */
      sort?: 'contradiction' | 'promise' | 'comment'
      /** How many to list at most. Defaults to 100. */
      limit?: number
    }
    output: {
      /** How many fit, listed or not. */
      count: number
      findings: Array<FindingState>
    }
  }
  waive_finding: {
    input: {
      /** The finding's id, as list_findings gives it. */
      finding: string
      /** Why it may stay as it is; empty to open it again. */
      reason: string
    }
    output: {
      /** Its id. */
      finding: string
      kind: string
      state: State
      /** How far it is, where it is a promise. */
      stage?: Stage
      says: string
      /** Who noticed it, where that is somebody else than whose version it is. */
      author?: string
      passage: Located
      /** The passage it contradicts, or that keeps the promise. */
      other?: Located
      /** The passages that lead on from a promise. */
      advanced?: Array<Located>
      /** Why it may stay as it is. */
      reason?: string
      /** What was answered to it, oldest first. */
      replies?: Array<Reply>
    }
  }
  close_finding: {
    input: {
      /** The finding's id, as list_findings gives it. */
      finding: string
      /** The passage that keeps the promise, quoted exactly. */
      passage?: string
      /** The node of that passage: its title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      /** Its id. */
      finding: string
      kind: string
      state: State
      /** How far it is, where it is a promise. */
      stage?: Stage
      says: string
      /** Who noticed it, where that is somebody else than whose version it is. */
      author?: string
      passage: Located
      /** The passage it contradicts, or that keeps the promise. */
      other?: Located
      /** The passages that lead on from a promise. */
      advanced?: Array<Located>
      /** Why it may stay as it is. */
      reason?: string
      /** What was answered to it, oldest first. */
      replies?: Array<Reply>
    }
  }
  advance_promise: {
    input: {
      /** The promise: a finding's id, as list_findings gives it. */
      finding: string
      /** The passage that leads on, quoted exactly. */
      passage: string
      /** The node of that passage: its title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      /** Its id. */
      finding: string
      kind: string
      state: State
      /** How far it is, where it is a promise. */
      stage?: Stage
      says: string
      /** Who noticed it, where that is somebody else than whose version it is. */
      author?: string
      passage: Located
      /** The passage it contradicts, or that keeps the promise. */
      other?: Located
      /** The passages that lead on from a promise. */
      advanced?: Array<Located>
      /** Why it may stay as it is. */
      reason?: string
      /** What was answered to it, oldest first. */
      replies?: Array<Reply>
    }
  }
  reply_to_finding: {
    input: {
      /** The finding's id, as list_findings gives it. */
      finding: string
      /** The answer. */
      says: string
    }
    output: {
      /** Its id. */
      finding: string
      kind: string
      state: State
      /** How far it is, where it is a promise. */
      stage?: Stage
      says: string
      /** Who noticed it, where that is somebody else than whose version it is. */
      author?: string
      passage: Located
      /** The passage it contradicts, or that keeps the promise. */
      other?: Located
      /** The passages that lead on from a promise. */
      advanced?: Array<Located>
      /** Why it may stay as it is. */
      reason?: string
      /** What was answered to it, oldest first. */
      replies?: Array<Reply>
    }
  }
  update_finding: {
    input: {
      /** The finding's id, as list_findings gives it. */
      finding: string
      /** What it says from now on. */
      says: string
    }
    output: {
      /** Its id. */
      finding: string
      kind: string
      state: State
      /** How far it is, where it is a promise. */
      stage?: Stage
      says: string
      /** Who noticed it, where that is somebody else than whose version it is. */
      author?: string
      passage: Located
      /** The passage it contradicts, or that keeps the promise. */
      other?: Located
      /** The passages that lead on from a promise. */
      advanced?: Array<Located>
      /** Why it may stay as it is. */
      reason?: string
      /** What was answered to it, oldest first. */
      replies?: Array<Reply>
    }
  }
  set_fact: {
    input: {
      /** The attribute, for instance `Arm`. */
      key: string
      /** What it is, for instance `broken`. */
      value: string
      /** The scene from which it holds: its title, or the first or last characters of its id. It holds from the beginning when left out. */
      from_scene?: string
      /** The passage that says so, quoted exactly. */
      source?: string
      /** The node of that passage: its title, or the first or last characters of its id. Defaults to the scene in `from_scene`. */
      source_node?: string
      /** Whose attribute it is: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      facts: Array<FactShown>
    }
  }
  remove_fact: {
    input: {
      /** The attribute. */
      key: string
      /** The scene from which it held: its title, or the first or last characters of its id; left out for the fact from the beginning. */
      from_scene?: string
      /** Whose attribute it is: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      version: number
      facts: Array<FactShown>
    }
  }
  list_facts: {
    input: {
      /** Whose facts: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      count: number
      facts: Array<FactShown>
    }
  }
  facts_at: {
    input: {
      /** The scene: its title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** Only facts of this node: its title, or the first or last characters of its id. */
      of?: string
    }
    output: {
      node: NodeRef
      count: number
      facts: Array<FactAtScene>
    }
  }
  write_summary: {
    input: {
      /** The summary; empty to remove it, so that a model may keep one again. */
      text: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      /** The version of the summary; none where it was removed. */
      version?: number
    }
  }
  list_versions: {
    input: {
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** Only versions of this: a capability such as `kv`, `text` or `image`, or `node` for title and kind, or `layout` for the place on the map. Defaults to all. */
      capability?: string
      /** Only versions numbered below this one; to continue a list. Needs `capability`. */
      before?: number
      /** How many to list at most. Defaults to 20. */
      limit?: number
    }
    output: {
      node: NodeRef
      count: number
      versions: Array<VersionEntry>
      /** What is kept beside the versions under a name; list_alternatives shows it in full. */
      alternatives?: Array<AlternativeEntry>
    }
  }
  compare_versions: {
    input: {
      /** Whose versions: `kv`, `text`, `image`, `node` for title and kind, or `layout`. */
      capability: string
      /** The number of the one version. Defaults to the one before `to`. */
      from?: number
      /** The number of the other. Defaults to the adopted version. */
      to?: number
      /** Compare with this alternative instead of a version `to`, by its name; `from` is then the adopted version where it is left out. */
      alternative?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      capability: string
      /** None where the first version is compared with nothing. */
      from: number | null
      /** None where it is an alternative. */
      to: number | null
      /** The name of the alternative, where it is one. */
      alternative?: string
      same: boolean
      /** Prose, in pieces that were kept, added or removed. */
      pieces?: Array<DiffPart>
      /** Other data, value by value. */
      lines?: Array<FieldChange>
      /** The same for reading: `[-removed-]` and `{+added+}`, or one line a value. */
      text: string
    }
  }
  adopt_version: {
    input: {
      /** Whose version: `kv`, `text`, `image`, or `node` for title and kind. */
      capability: string
      /** The version's number, as list_versions gives it. */
      number: number
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      capability: string
      version: number
      /** The version adopted until now. */
      before: number | null
      excerpt: string
    }
  }
  undo: {
    input: {
      /** The id of an assistant's turn, or the first or last characters of it, as story_history gives it. */
      turn?: string
      /** The number of a change, as story_history gives it; the rest of its turn is undone with it. */
      change?: number
      /** Only the change named: the rest of its turn stays. */
      alone?: boolean
    }
    output: {
      count: number
      /** What was taken back, in words. */
      undone: Array<string>
      /** Where something changed by it, where the assistant undid. */
      places?: Array<SlotName>
    }
  }
  redo: {
    input: Record<string, never>
    output: {
      count: number
      /** What was done again, in words. */
      redone: Array<string>
    }
  }
  list_steps: {
    input: {
      /** How many to list at most. Defaults to 20. */
      limit?: number
    }
    output: {
      count: number
      steps: Array<StepSummary>
    }
  }
  story_history: {
    input: {
      /** Only changes numbered below this one; to continue a list. */
      before?: number
      /** How many to list at most. Defaults to 20. */
      limit?: number
    }
    output: {
      count: number
      changes: Array<HistoryEntry>
    }
  }
  create_snapshot: {
    input: {
      /** The name; it must not be in use. */
      name: string
    }
    output: {
      name: string
      /** How many snapshots there are now. */
      count: number
    }
  }
  list_snapshots: {
    input: Record<string, never>
    output: {
      count: number
      states: Array<SnapshotEntry>
    }
  }
  compare_snapshot: {
    input: {
      /** The snapshot's name. */
      name: string
      /** How many changes to list at most. Defaults to 100. */
      limit?: number
    }
    output: {
      name: string
      /** How many changes there are; the list may be shorter. */
      count: number
      /** In reading order. `before` is the version in the snapshot and `after` the one adopted now; none where there was or is nothing. */
      changed: Array<ChangedSlot>
    }
  }
  restore_snapshot: {
    input: {
      /** The snapshot's name. */
      name: string
    }
    output: {
      name: string
      /** The change whose state the story has again. */
      change: number
      /** How many things moved. */
      count: number
    }
  }
  rename_snapshot: {
    input: {
      /** The snapshot's name. */
      name: string
      /** The new name; it must not be in use. */
      new_name: string
    }
    output: {
      name: string
      before: string
    }
  }
  delete_snapshot: {
    input: {
      /** The snapshot's name. */
      name: string
    }
    output: {
      name: string
      /** How many snapshots there are now. */
      count: number
    }
  }
  list_drafts: {
    input: Record<string, never>
    output: {
      count: number
      drafts: Array<DraftSummary>
    }
  }
  show_draft: {
    input: {
      /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
      draft?: string
    }
    output: {
      draft: string
      title: string
      turn?: string
      time: string
      count: number
      pieces: Array<PieceDetails>
    }
  }
  adopt_draft: {
    input: {
      /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
      draft?: string
      /** The nodes whose pieces to adopt: titles, or first or last characters of ids. Defaults to all. */
      nodes?: Array<string>
    }
    output: {
      draft: string
      title: string
      /** How many pieces were adopted or dropped. */
      count: number
      /** How many still wait. */
      left: number
      nodes: Array<NodeRef>
    }
  }
  drop_draft: {
    input: {
      /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
      draft?: string
      /** The nodes whose pieces to drop: titles, or first or last characters of ids. Defaults to all. */
      nodes?: Array<string>
    }
    output: {
      draft: string
      title: string
      /** How many pieces were adopted or dropped. */
      count: number
      /** How many still wait. */
      left: number
      nodes: Array<NodeRef>
    }
  }
  rebase_draft: {
    input: {
      /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
      draft?: string
      /** The nodes whose pieces to rebase: titles, or first or last characters of ids. Defaults to all. */
      nodes?: Array<string>
    }
    output: {
      draft: string
      title: string
      /** How many pieces were rebased. */
      count: number
      /** How many pieces wait in the draft now. */
      left: number
      /** Where both had changed the same. */
      conflicts: Array<Conflict>
      /** What was taken out of the draft, because the story no longer has the node or link that it belongs to. It stays in the list of versions. */
      taken_out?: Array<SlotName>
    }
  }
  adopt_passages: {
    input: {
      /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
      draft?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** The node's full text after adopting the chosen passages. */
      text: string
    }
    output: {
      draft: string
      node: NodeRef
      version: number
      /** How many pieces still wait in the draft. */
      left: number
    }
  }
  list_alternatives: {
    input: {
      /** Only alternatives of this: `text`, `kv` or `image`. Defaults to all. */
      capability?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      count: number
      /** What is in use of each capability that has alternatives. */
      in_use: Array<Shown>
      alternatives: Array<Shown>
    }
  }
  keep_alternative: {
    input: {
      /** What to call it, for instance `warmer`. An alternative of that name is replaced. */
      name: string
      /** Of what: `text`, `kv` or `image`. Defaults to `text`. */
      capability?: string
      /** The number of the version to keep, as list_versions gives it. Defaults to the one in use. */
      version?: number
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      capability: string
      name: string
      /** The beginning of what it holds. */
      excerpt: string
      /** The names of the alternatives that this capability has now. */
      names: Array<string>
    }
  }
  use_alternative: {
    input: {
      /** The alternative's name, as list_alternatives gives it. */
      name: string
      /** Of what: `text`, `kv` or `image`. Defaults to `text`. */
      capability?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      capability: string
      name: string
      /** The beginning of what it holds. */
      excerpt: string
      /** The names of the alternatives that this capability has now. */
      names: Array<string>
    }
  }
  remove_alternative: {
    input: {
      /** The alternative's name, as list_alternatives gives it. */
      name: string
      /** Of what: `text`, `kv` or `image`. Defaults to `text`. */
      capability?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      capability: string
      name: string
      /** The beginning of what it holds. */
      excerpt: string
      /** The names of the alternatives that this capability has now. */
      names: Array<string>
    }
  }
  search_story: {
    input: {
      /** The words to look for, in any language. */
      query: string
      /** Only in nodes of this kind, for instance `character`. */
      kind?: string
      /** How many results to list at most. Defaults to 20. */
      limit?: number
    }
    output: {
      words: string
      count: number
      /** Best first. */
      hits: Array<SearchHit>
    }
  }
  export_story: {
    input: {
      /** The format's short name, for instance `json` (holds everything), `canvas` (JSON Canvas) or `twee` (Twee 3); list_formats lists all. */
      format: string
      /** Whether to include every older version, with author, time and reason, and drafts, snapshots and conversations. Only the format `json` can hold them. */
      history?: boolean
      /** Whether to return only the list of what the format cannot hold, without the file. */
      losses_only?: boolean
      /** The nodes to export, with what their groups hold and the links among them: their titles, or the first or last characters of their ids. Defaults to the whole story. */
      nodes?: Array<string>
      /** Whether a story that was imported from several Twee, Ink or Yarn files is written as one file. Without it, it is written as an archive of those files. */
      single_file?: boolean
      /** The story format of Twine whose macros carry conditions and effects; for `twee`, `twine-html`, `twine-archive` and `twine-json`. Defaults to the story's own, or SugarCube. */
      story_format?: 'sugarcube' | 'harlowe' | 'chapbook'
      /** What makes up a chapter of a book, such as `docx` or `epub` (list_formats says which formats have chapters): `scene`, each scene under its own title; or `group`, the scenes of each group under the title of the group, with breaks between them. Defaults to scene. */
      chapters?: 'scene' | 'group'
      /** The paper of a file with pages, such as `pdf` or `docx` (list_formats says which formats have pages): `a4` or `letter`. Defaults to a4. */
      paper?: 'a4' | 'letter'
      /** Whether the scenes of a book are numbered sections, for a gamebook in print (list_formats says which formats can have numbers): `none`; `in_order`; or `shuffled`, where no section gives away the next one. With numbers, choices say which section to turn to, what a reader has to note is written, and scenes that cannot be reached are left out. Defaults to none. */
      numbering?: 'none' | 'in_order' | 'shuffled'
      /** Whether the open comments on texts are in the file, at their passages (list_formats says which formats can hold comments). Defaults to false. */
      comments?: boolean
      /** What a playable page looks like (list_formats says which formats have designs): `book`, `modern`, `parchment`, `terminal` or `pastel`. Each has light and dark colors. Defaults to book. */
      design?: 'book' | 'modern' | 'parchment' | 'terminal' | 'pastel'
      /** The language, by its code, for instance `de`: one that the story is translated into. Defaults to the language it is written in. A playable page holds all languages and begins in this one. */
      language?: string
    }
    output: {
      format: string
      /** The format's name for people. */
      title: string
      extension: string
      /** What the format cannot hold of this story. */
      losses: Array<Loss>
      encoding?: Encoding
      /** The length of the file. */
      bytes?: number
      content?: string
    }
  }
  import_story: {
    input: {
      /** The file's content: its text, or base64 where it is binary. */
      content: string
      /** How the content is given. Defaults to text. */
      encoding?: 'text' | 'base64'
      /** The format's short name, for instance `twee`. Detected from the content when left out. */
      format?: string
      /** The file's name, which helps to detect its format. The file itself is not read. */
      file_name?: string
      /** `add` keeps the current story and adds to it; `replace` replaces it with the file, to bring back an export that was changed elsewhere. */
      mode?: 'add' | 'replace'
      /** The left edge of the imported nodes; beside the existing ones when left out. */
      x?: number
      /** The top edge of the imported nodes, growing downward; beside the existing ones when left out. */
      y?: number
      /** The group for the imported nodes: its title, or the first or last characters of its id. */
      group?: string
      /** Whether a node whose title is in use gets a new one, `Harbor 2` for `Harbor`, and links and conditions in the file follow. By default those nodes get one that the file names in a link or a condition, and passages of Twine, Ink and Yarn. */
      new_titles?: boolean
      /** How prose (the format `novel`) is divided into nodes: `automatic`, at what looks like a heading of a chapter; `headings`, only at headings that the file marks as such; `none`; or the words that the first line of each node begins with, where `*` stands for anything: `Day *`. Defaults to automatic. preview_import says what comes of it. */
      split?: string
    }
    output: {
      format: string
      nodes: number
      /** Those of the nodes that are groups. */
      groups?: number
      links: number
      assets: number
      words: number
      /** Versions of the file's past that came along. */
      versions?: number
      /** Its drafts, snapshots and conversations that came along. */
      drafts?: number
      states?: number
      conversations?: number
      /** Nodes that were here and are not in the file. */
      removed?: number
      /** Those of the links that lead from the file to a node that was here, or the other way, because a text names it. */
      connected?: number
      /** The first of the new nodes. */
      first: Array<NodeRef>
      /** At most [`MAX_WARNINGS`]. */
      warnings: Array<ImportNotice>
      /** How many more there are. */
      more_warnings?: number
    }
  }
  preview_import: {
    input: {
      /** The file's content: its text, or base64 where it is binary. */
      content: string
      /** How the content is given. Defaults to text. */
      encoding?: 'text' | 'base64'
      /** The format's short name, for instance `novel`. Detected from the content when left out. */
      format?: string
      /** The file's name, which helps to find out its format. No file is read. */
      file_name?: string
      /** How prose is divided into nodes, as for import_story. */
      split?: string
    }
    output: {
      /** The format's short name. */
      format: string
      /** The format's name for people. */
      title: string
      /** The title of the story in the file. */
      story: string
      /** How many nodes it has, groups aside. */
      nodes: number
      /** How many groups: for prose, its parts. */
      groups: number
      /** How many words. */
      words: number
      /** How the prose is divided; missing where the file itself says what its nodes are. */
      split?: string
      /** How many nodes of this story are in the file, which was exported from it: import_edits brings in what was changed in them. */
      nodes_of_story?: number
      /** What other ways of dividing would give. */
      other_splits?: Array<OtherSplit>
      /** The first nodes, at most 200. */
      first: Array<PreviewedNode>
      /** How many more there are. */
      more?: number
      /** What is odd in the file; at most 50. */
      warnings: Array<ImportNotice>
    }
  }
  import_edits: {
    input: {
      /** The file's content, as base64 where it is binary, such as a document or a packed folder. */
      content: string
      /** How the content is given. Defaults to text. */
      encoding?: 'text' | 'base64'
      /** The file's name, after which the draft is called. The file itself is not read. */
      file_name?: string
    }
    output: {
      /** The draft in which the changes wait; missing where there are none. */
      draft?: string
      /** The nodes that were changed, at most 100. */
      changed: Array<NodeRef>
      /** How many were changed. */
      count: number
      /** How many nodes are as they were exported. */
      unchanged: number
      /** How many nodes are new. */
      added: number
      /** How many nodes were removed. */
      removed: number
      /** How many comments are new. */
      comments: number
      /** In how many places the same was changed here too; the draft has what the file says. */
      conflicts: number
      /** The nodes of the story that are not in the file and stay as they are, at most 100. */
      missing: Array<NodeRef>
      /** How many scenes of a document, or rows of a table, are not of this story or in another language. */
      unknown: number
      warnings: Array<ImportNotice>
    }
  }
  list_formats: {
    input: Record<string, never>
    output: {
      exports: Array<FormatEntry>
      imports: Array<FormatEntry>
    }
  }
  read_story_languages: {
    input: Record<string, never>
    output: {
      /** None where nothing was set yet; then `source` is empty. */
      version: number | null
      /** The language that the story is written in. */
      source: string
      /** The languages that it is translated into, in the order readers are offered them. */
      targets?: Array<string>
    }
  }
  set_story_languages: {
    input: {
      /** The language the story is written in, by its BCP 47 code, for instance `en`. */
      source_language?: string
      /** All languages it is translated into, by their codes, for instance `de` and `zh-CN`; they replace those there are. */
      target_languages?: Array<string>
    }
    output: {
      /** None where nothing was set yet; then `source` is empty. */
      version: number | null
      /** The language that the story is written in. */
      source: string
      /** The languages that it is translated into, in the order readers are offered them. */
      targets?: Array<string>
    }
  }
  list_glossary: {
    input: Record<string, never>
    output: {
      count: number
      /** The terms, in the order they were added. */
      terms: Array<Term>
    }
  }
  set_glossary_term: {
    input: {
      /** The name or term as it stands in the story, for instance `Lighthouse`. */
      term: string
      /** What it is in the language, for instance `Leuchtturm`; the same as the term for a name that stays. Empty removes what was there. Left out, only the note is set. */
      translation?: string
      /** The language, by its code. Defaults to the only one the story is translated into. */
      language?: string
      /** What a translator should know, for instance `the ship, not the girl`. */
      note?: string
    }
    output: {
      version: number
      /** The term that was changed or removed. */
      term: string
      /** How many terms there are. */
      count: number
    }
  }
  remove_glossary_term: {
    input: {
      /** The name or term, as list_glossary gives it. */
      term: string
    }
    output: {
      version: number
      /** The term that was changed or removed. */
      term: string
      /** How many terms there are. */
      count: number
    }
  }
  list_translations: {
    input: {
      /** Only this language, by its code. Defaults to all that the story is translated into. */
      language?: string
      /** Which nodes are listed: `open` (missing or stale, the default), `missing`, `stale` or `all`. */
      show?: 'open' | 'missing' | 'stale' | 'all'
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
      /** How many nodes are listed at most. Defaults to 100. */
      limit?: number
    }
    output: {
      /** The language the story is written in; none where nothing says it. */
      source_language?: string
      languages: Array<LanguageShown>
      /** How many nodes were looked at. */
      count: number
      /** The nodes, by language and in the order of reading. */
      nodes: Array<NodeShown>
      /** How many more there are. */
      more?: number
    }
  }
  read_translation: {
    input: {
      /** The language, by its code. Defaults to the only one the story is translated into. */
      language?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      node: NodeRef
      language: string
      source_language: string
      /** The version of the translation; none where there is none. */
      version?: number
      /** The version of the source's text; none where there is none. */
      source_version?: number
      /** How many pieces there are: titles, lines and choices. */
      pieces: number
      /** How many are not translated. */
      missing: number
      /** How many were translated before their source was changed. */
      stale: number
      /** The node's pieces in the order of reading. */
      parts: Array<PieceShown>
      /** Terms of the glossary that the translation has other words for. */
      missed_terms?: Array<MissedTerm>
      /** The title of the story in the language, where it is translated. */
      story_title?: string
    }
  }
  write_translation: {
    input: {
      /** The language, by its code. Defaults to the only one the story is translated into. */
      language?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** The translated title. */
      title?: string
      /** The translation of the whole text, line for line: as many lines as the source, in its order. */
      text?: string
      /** Single pieces, by the ids that read_translation gives. An empty text takes one away. */
      parts?: Array<{
        /** Its id, as read_translation gives it. */
        id: string
        /** Its words in the language. */
        text: string
      }>
      /** The translated title of the story, with or without a node. */
      story_title?: string
      /** The number of the version of the translation that was read before; 0 where there was none. If another is adopted by now, nothing is written. Left out, it is written in any case. */
      expected?: number
      /** The same for the version of the source's text, as read_translation gives it. */
      expected_source?: number
    }
    output: {
      /** The node; none where only the title of the story was translated. */
      node?: NodeRef
      language: string
      /** The version of the node's translation. */
      version?: number
      /** How many pieces were written. */
      written: number
      /** How many pieces there are: titles, lines and choices. */
      pieces: number
      /** How many are not translated. */
      missing: number
      /** How many were translated before their source was changed. */
      stale: number
      /** Terms of the glossary that the translation has other words for. */
      missed_terms?: Array<MissedTerm>
    }
  }
  confirm_translation: {
    input: {
      /** The language, by its code. Defaults to the only one the story is translated into. */
      language?: string
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
      /** Only these pieces, by the ids that read_translation gives. Defaults to all that are stale. */
      ids?: Array<string>
    }
    output: {
      /** The node; none where only the title of the story was translated. */
      node?: NodeRef
      language: string
      /** The version of the node's translation. */
      version?: number
      /** How many pieces were written. */
      written: number
      /** How many pieces there are: titles, lines and choices. */
      pieces: number
      /** How many are not translated. */
      missing: number
      /** How many were translated before their source was changed. */
      stale: number
      /** Terms of the glossary that the translation has other words for. */
      missed_terms?: Array<MissedTerm>
    }
  }
  export_translations: {
    input: {
      /** `xliff`, `po` or `csv`, one language each; `yarn` or `ink`, a script with tables of all languages. */
      format: 'xliff' | 'po' | 'csv' | 'yarn' | 'ink'
      /** The language, by its code. Defaults to the only one the story is translated into. */
      language?: string
      /** Which pieces: `all`, or `open` for those that are missing or stale. Defaults to `all`. */
      content?: 'all' | 'open'
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
    }
    output: {
      format: FileFormat
      extension: string
      /** The language; none where the file holds all. */
      language?: string
      /** How many pieces the file holds. */
      pieces: number
      encoding: Encoding
      /** The length of the file. */
      bytes: number
      content: string
    }
  }
  import_translations: {
    input: {
      /** The file's content: its text, or base64 where it is binary. At a terminal `@de.po` reads the file. */
      content: string
      /** How the content is given. Defaults to text. */
      encoding?: 'text' | 'base64'
      /** The language, by its code, where the file does not say it. */
      language?: string
    }
    output: {
      format: TranslationFormat
      languages: Array<ImportedLanguage>
      /** Units that had no place, or whose words cannot stand there, with the reasons. */
      unplaced: Array<Unplaced>
      /** How many more there are. */
      more_unplaced?: number
    }
  }
  send_message: {
    input: {
      /** What you want. */
      text: string
      /** The conversation to continue, by its id or the first or last characters of it. Starts a new one when left out. */
      thread?: string
      /** The node it is about, by title or id. Defaults to the node being edited. */
      node?: string
      /** Images in the story to show to the assistant, each by the hash of its bytes. */
      pictures?: Array<string>
      /** How much the assistant may do on its own: `review` collects its writes in a draft, `adopt` adopts them at once, `ask` asks you before each. */
      autonomy?: 'review' | 'adopt' | 'ask'
    }
    output: {
      /** Its identity. */
      turn: string
      /** Its thread. */
      thread: string
      /** Why it ended. */
      ending: Ending
      /** Whether the instruction "continue" in this thread continues the work. */
      can_go_on?: boolean
      /** The final text. If the turn did not end well, it says what was done, what was not, and what to do next. */
      text: string
      /** How many calls succeeded. */
      calls_succeeded: number
      /** How many calls failed, or were not run. */
      calls_failed: number
      /** The draft its writes went to, if it wrote anything in review mode. */
      draft: string | null
      /** Tokens, summed over its requests, as reported by the provider: `{input, output, cached}`. */
      usage: TokensJson
      /** How many generated images it was charged for. */
      pictures?: number
      /** The cost of tokens and images, in the currency of the settings, as far as prices are known. */
      cost?: number
      /** What `cost` leaves out because the settings give no price. */
      uncounted?: UnpricedUsage
      /** The model error as a code for programs: `rate_limited`, `unauthorized`, … */
      failure?: string
    }
  }
  cancel_turn: {
    input: {
      /** The turn to stop, by id. */
      turn: string
    }
    output: {
      turn: string
      /** False where it had ended already. */
      stopped: boolean
    }
  }
  answer_request: {
    input: {
      /** The id of the call it asks about. */
      call_id: string
      /** Your answer; `always` also allows this tool for the rest of the conversation. */
      answer: 'approve' | 'always' | 'reject'
      /** What to tell the assistant with a rejection. */
      message?: string
      /** Other arguments for the call, as the text of a JSON object; only with `approve`. */
      args?: string
      /** The turn that asks, by id; needed only where several turns ask about calls of one id. */
      turn?: string
    }
    output: {
      call_id: string
    }
  }
  list_turns: {
    input: Record<string, never>
    output: {
      turns: Array<ActiveTurn>
    }
  }
  thread_history: {
    input: {
      /** The conversation, by its id or the first or last characters of it, or by the id that create_thread was given for it. Defaults to the newest. */
      thread?: string
      /** How many of its newest messages to read at most. Defaults to 100. */
      limit?: number
      /** Read the messages before this one, by its full id. Defaults to the newest. */
      before?: string
    }
    output: {
      thread: string | null
      /** `content` is always text: for a tool the JSON text of its result (AT-10, AT-11). */
      messages: Array<ChatMessage>
    }
  }
  list_threads: {
    input: {
      /** Only conversations with all these words, in the title or in what was said. */
      words?: string
    }
    output: {
      threads: Array<ThreadSummary>
    }
  }
  create_thread: {
    input: {
      /** What it is about. */
      title: string
      /** The node it is about, by its full id. */
      node?: string
      /** An id of your own program for it. If a conversation has this id already, that one is returned. */
      client_id?: string
    }
    output: {
      /** The id of the conversation. */
      thread: string
      /** Whether it was begun now. */
      is_new: boolean
    }
  }
  rename_thread: {
    input: {
      /** The conversation, by its id or the first or last characters of it. */
      thread: string
      /** The new title. */
      title: string
    }
    output: {
      thread: string
      title: string
    }
  }
  delete_thread: {
    input: {
      /** The conversation, by its id or the first or last characters of it. */
      thread: string
    }
    output: {
      thread: string
      /** How many conversations are left. */
      count: number
    }
  }
  attach_picture: {
    input: {
      /** The bytes of the picture as base64. */
      content: string
      /** How the content is written; always `base64`. */
      encoding?: 'base64'
    }
    output: {
      /** The hash of the picture's bytes, by which send_message names it. */
      pictures: Array<string>
    }
  }
  show_context: {
    input: {
      /** The conversation, by its id or the first or last characters of it. Defaults to the newest. */
      thread?: string
      /** The turn, by its id, of which to show the last request. Defaults to the newest. */
      turn?: string
    }
    output: {
      thread: string
      /** The turn. */
      turn: string
      /** The model. */
      model: string
      /** The strategy that fitted the conversation. */
      strategy: string
      /** The sizes of its parts. */
      sizes: TokenSizes
      /** The system block. */
      system: string
      /** The tools, in order. */
      tools: Array<SnapshotTool>
      /** Which tool choice was used. */
      tool_choice: ToolChoice
      /** Why it differs from the choice in the settings, if it does. */
      tools_narrowed?: string
      /** The content chosen from the story, including what did not fit. */
      story: Array<ContextItem>
      /** The summary or state. */
      memory: string
      /** The messages, oldest first. */
      messages: Array<SnapshotMessage>
      pinned: Array<string>
      excluded: Array<string>
      /** The resources of other programs that are pinned now. */
      resources: Array<ResourceRef>
      /** What the strategy's work after turns took so far in this conversation, in tokens of its light model. */
      background: BackgroundUsage
    }
  }
  set_node_context: {
    input: {
      /** The node, by title or id. */
      node: string
      /** Pin it, exclude it, or leave it to the instruction. */
      rule: 'pin' | 'exclude' | 'auto'
      /** Only in this conversation, by its id or the first or last characters of it. Defaults to all conversations of the story. */
      thread?: string
    }
    output: {
      /** The node's title. */
      node: string
      rule: How
      /** The conversation it holds for; null: all of the story. */
      thread: string | null
    }
  }
  list_resources: {
    input: Record<string, never>
    output: {
      resources: Array<OutsideResource>
    }
  }
  set_resource_context: {
    input: {
      /** The name of the server. */
      server: string
      /** The resource, by its address on the server. */
      uri: string
      /** Pin it, exclude it, or leave it to what holds for the whole story. */
      rule: 'pin' | 'exclude' | 'auto'
      /** Only in this conversation, by its id or the first or last characters of it. Defaults to all conversations of the story. */
      thread?: string
    }
    output: {
      resource: ResourceRef
      rule: How
      /** The conversation it holds for; null: all of the story. */
      thread: string | null
    }
  }
  read_context_strategy: {
    input: {
      /** The conversation, by its id or the first or last characters of it; the story's choice alone when left out. */
      thread?: string
    }
    output: {
      thread: ContextStrategy | null
      story: ContextStrategy | null
      settings: ContextStrategy | null
      /** Every strategy there is, by its id, the default first. */
      known: Array<string>
    }
  }
  set_context_strategy: {
    input: {
      /** `std-sliding-window`, `std-summarization-strategy`, `std-entity-extraction`, or one registered from outside; left out to go back to the settings. */
      plugin_id?: string
      /** Its configuration, as the text of a JSON object. */
      config?: string
      /** Only for this conversation, by its id or the first or last characters of it. Defaults to the whole story. */
      thread?: string
    }
    output: {
      /** What was chosen; null: as the settings say. */
      contextStrategy: ContextStrategy | null
      /** The conversation it holds for; null: the whole story. */
      thread: string | null
    }
  }
  find_tools: {
    input: {
      /** What you want to do, in a few words. */
      query: string
    }
    output: {
      /** The best first. */
      tools: Array<FoundTool>
      /** What to do with them. */
      how: string
    }
  }
  list_allowed: {
    input: {
      /** The conversation, by its id or the first or last characters of it. */
      thread: string
    }
    output: {
      thread: string
      tools: Array<string>
    }
  }
  revoke_allowed: {
    input: {
      /** The conversation, by its id or the first or last characters of it. */
      thread: string
      /** The tool's name, as list_allowed gives it. Defaults to all of them. */
      tool?: string
    }
    output: {
      thread: string
      revoked: Array<string>
      /** What is still allowed. */
      tools: Array<string>
    }
  }
  plan_job: {
    input: {
      /** What is done with each node. Defaults to `rewrite`, and to `translate` with a language. */
      task?: 'rewrite' | 'translate' | 'names' | 'summaries' | 'portraits' | 'continuity'
      /** What is to be done with the text of each node, for instance `Put it into the past tense.` Only `rewrite` needs it. */
      instruction?: string
      /** The language to translate into, by its code: then what is missing or stale is translated. */
      language?: string
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
    }
    output: {
      /** The model that would be asked. */
      model: string
      /** On how many nodes the job would work. */
      nodes: number
      /** How many nodes of the selection have no text, and are left out. */
      empty: number
      /** How many nodes have already what the job would make, and are left out. */
      done?: number
      /** How many texts are too long for one request. */
      too_long: number
      /** An estimate of the tokens sent. */
      input_tokens: number
      /** An estimate of the tokens written, if the texts keep their lengths. */
      output_tokens: number
      /** What the tokens cost, in the currency of the settings; missing where no price is known. */
      cost?: number
    }
  }
  run_job: {
    input: {
      /** What is done with each node. Defaults to `rewrite`, and to `translate` with a language. */
      task?: 'rewrite' | 'translate' | 'names' | 'summaries' | 'portraits' | 'continuity'
      /** What to do with the text of each node, for instance `Put it into the past tense.` Links keep their targets. Only `rewrite` needs it; what the other tasks are to heed besides. */
      instruction?: string
      /** The language to translate into, by its code: one that set_story_languages named. Without a selection, all that readers see and that is missing or stale is translated. */
      language?: string
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
      /** A job to continue, by its id or the first or last characters of it; with nothing else. */
      job?: string
      /** How many requests are under way at a time. Defaults to 4, for `continuity` to 1. */
      parallel?: number
      /** The job stops when its tokens have cost this much, in the currency of the settings; needs a price for the model. */
      max_cost?: number
    }
    output: {
      /** Its id, by which it can continue. */
      job: string
      task: JobTask
      /** What was asked for; empty where the task says it all. */
      instruction: string
      /** The language that it translates into, where that is what it does. */
      language?: string
      /** When it was begun. */
      time: string
      /** Whether it is running now, in this program. */
      running: boolean
      /** On how many nodes it works. */
      nodes: number
      /** On how many nodes something was written: a text, a picture, a summary, findings. */
      written: number
      /** On how many nodes there was nothing to write. */
      unchanged: number
      /** How many nodes failed; they are tried again when the job continues. */
      failed: number
      /** How many nodes are left. */
      waiting: number
      /** The first failures, with their reasons. */
      failures?: Array<Failure>
      /** How many findings it has kept at passages. */
      found?: number
      /** The draft that the texts and pictures wait in. */
      draft?: string
      /** Tokens sent so far. */
      input_tokens: number
      /** Tokens written so far. */
      output_tokens: number
      /** Whether some of these are estimates. */
      estimated?: boolean
      /** What they have cost, where the price is known. */
      cost?: number
      /** Why it stopped before its end. */
      stopped?: string
    }
  }
  check_continuity: {
    input: {
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
      /** What to look for above all, for instance `Who knows of the letter when?` */
      instruction?: string
      /** The check stops when its tokens have cost this much, in the currency of the settings; needs a price for the model. */
      max_cost?: number
    }
    output: {
      /** Its id, by which it can continue. */
      job: string
      task: JobTask
      /** What was asked for; empty where the task says it all. */
      instruction: string
      /** The language that it translates into, where that is what it does. */
      language?: string
      /** When it was begun. */
      time: string
      /** Whether it is running now, in this program. */
      running: boolean
      /** On how many nodes it works. */
      nodes: number
      /** On how many nodes something was written: a text, a picture, a summary, findings. */
      written: number
      /** On how many nodes there was nothing to write. */
      unchanged: number
      /** How many nodes failed; they are tried again when the job continues. */
      failed: number
      /** How many nodes are left. */
      waiting: number
      /** The first failures, with their reasons. */
      failures?: Array<Failure>
      /** How many findings it has kept at passages. */
      found?: number
      /** The draft that the texts and pictures wait in. */
      draft?: string
      /** Tokens sent so far. */
      input_tokens: number
      /** Tokens written so far. */
      output_tokens: number
      /** Whether some of these are estimates. */
      estimated?: boolean
      /** What they have cost, where the price is known. */
      cost?: number
      /** Why it stopped before its end. */
      stopped?: string
    }
  }
  list_jobs: {
    input: Record<string, never>
    output: {
      jobs: Array<JobReport>
    }
  }
  remove_job: {
    input: {
      /** The job, by its id or the first or last characters of it. */
      job: string
    }
    output: {
      job: string
    }
  }
  list_summaries: {
    input: {
      /** These nodes, in this order: their titles, or the first or last characters of their ids. */
      nodes?: Array<string>
      /** Only nodes of this kind, for instance `scene`. */
      kind?: string
      /** Only members of this group: its title, or the first or last characters of its id. */
      group?: string
      /** Only nodes that contain these words in title, text or attributes. */
      words?: string
      /** Only nodes on the shortest path from this node to the one named in `to`, in that order: a title, or the first or last characters of an id. */
      from?: string
      /** Where that path ends: a title, or the first or last characters of an id. */
      to?: string
      /** Only those whose text has changed since. */
      stale?: boolean
      /** How many to list at most. Defaults to 100. */
      limit?: number
    }
    output: {
      /** How many there are, listed or not. */
      count: number
      /** How many of them are stale. */
      stale: number
      /** How many nodes with a text have none. */
      missing: number
      summaries: Array<SummaryShown>
      /** What keeping them fresh in the background has used; nothing where no model does so. */
      background?: BackgroundWork
    }
  }
  propose_rules: {
    input: Record<string, never>
    output: {
      /** How many rules are new. */
      new: number
      /** How many corrections were looked at; with fewer than two, no model is asked. */
      corrections: number
      /** The rules that wait for a decision. */
      rules: Array<ProposedRule>
    }
  }
  list_proposed_rules: {
    input: Record<string, never>
    output: {
      rules: Array<ProposedRule>
    }
  }
  decide_proposed_rule: {
    input: {
      /** The rule, by its id as list_proposed_rules gives it. */
      rule: string
      /** Whether it becomes a rule of the style guide. */
      accept: boolean
      /** How the rule is to be worded, where its words are to be changed. */
      wording?: string
    }
    output: {
      /** The rule as it was added; none where it was rejected. */
      added?: string
      /** The rules that still wait. */
      rules: Array<ProposedRule>
    }
  }
  rewrite_passage: {
    input: {
      /** The passage, word for word as it stands in the text. For `continue`, what stands before the place to write on at. */
      passage: string
      /** What to do with it. */
      task: 'rephrase' | 'expand' | 'shorten' | 'tone' | 'continue' | 'translate' | 'own'
      /** For `tone` the tone, for `translate` the language, for `own` what to do, in your words; for the others anything to mind besides. */
      detail?: string
      /** At which character of the text the passage begins, counting from 1; needed where the text has it more than once. */
      character?: number
      /** Earlier answers that another one has to differ from. */
      unlike?: Array<string>
      /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
      node?: string
    }
    output: {
      /** The new words for the passage; for `continue`, what is to stand behind it. */
      text: string
      /** The model that wrote them. */
      model: string
      /** Whether the model came to an end; otherwise the words break off at its output limit. */
      complete: boolean
      /** Titles of nodes that the passage links to and the new words do not. */
      lost_links: Array<string>
      input_tokens: number
      output_tokens: number
      /** What the tokens cost, in the currency of the settings; missing where no price is known. */
      cost?: number
    }
  }
}

export type ToolName = keyof ToolMap
