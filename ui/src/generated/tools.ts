/**
 * The input of each tool by its name.
 * Written by `cargo xtask codegen` from the tools themselves; do not edit.
 */

export interface ToolMap {
  update_node_kv: {
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
  remove_node_kv: {
    /** The keys to remove, as the node has them; letter case does not matter. */
    keys: Array<string>
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  read_node_kv: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  list_attributes: {
    /** Only nodes of this kind, for instance `character`. Defaults to all nodes that have attributes. */
    kind?: string
    /** How many nodes to list at most. Defaults to 200. */
    limit?: number
  }
  set_attribute: {
    /** The nodes: their titles, or the first or last characters of their ids. */
    nodes: Array<string>
    /** The key, for instance `Faction`. A node that has it gets the new value; others get it added. */
    key: string
    /** The value. Left out, the attribute is removed where it is. */
    value?: string
  }
  update_attribute_table: {
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
  rename_attribute: {
    /** The key as it is, letter case aside. */
    key: string
    /** The new key. */
    new_key: string
    /** Only on these nodes: their titles, or the first or last characters of their ids. Defaults to all nodes. */
    nodes?: Array<string>
  }
  generate_image: {
    /** What the picture shows: subject, setting, style, light, mood. */
    prompt: string
    /** Width to height. Defaults to `1:1`. `2:3` suits portraits, `16:9` places. */
    ratio?: '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '16:9' | '9:16'
    /** A number that makes the picture repeatable: the same seed and prompt give the same picture where the image model can. */
    seed?: number
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  add_image: {
    /** The bytes of a PNG, JPEG or WebP file as base64, at most 12 MB of file. At a terminal `@portrait.png` reads the file. */
    content: string
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
    /** What the picture shows, for search and for whoever cannot see it. */
    description?: string
  }
  remove_image: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  list_images: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
    /** How many to list at most. Defaults to 20. */
    limit?: number
  }
  write_text: {
    /** The new text, in Markdown. An empty text empties the node. */
    text: string
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
    /** The number of the version that was read before; 0 for a node that had no text. If another is adopted by now, nothing is written. Left out, the text is written in any case. */
    expected?: number
  }
  replace_text: {
    /** The passage as it stands now, quoted exactly. */
    old: string
    /** What to put in its place; empty to delete the passage. */
    new: string
    /** Replace every occurrence instead of asking for a single one. */
    all?: boolean
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  append_text: {
    /** The text to add, in Markdown. */
    text: string
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  read_text: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  find_in_texts: {
    /** The words to look for, in any language, as they stand in the text. */
    find: string
    /** Match upper and lower case. Defaults to false. */
    match_case?: boolean
    /** Match whole words only. Has no effect in Chinese and Japanese, which do not separate words. */
    whole_word?: boolean
    /** Only in these nodes: their titles, or the first or last characters of their ids. Defaults to all nodes. */
    nodes?: Array<string>
    /** How many nodes to list at most. Defaults to 100. */
    limit?: number
  }
  replace_in_texts: {
    /** The words to look for, in any language, as they stand in the text. */
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
  create_node: {
    /** The new node's title. */
    title: string
    /** Its kind: `scene`, `character`, `place`, `note`, `group`, or one of the story's own kinds. Defaults to `scene`. */
    kind?: string
    /** The node to link from: its title, or the first or last characters of its id. The new node is not linked when left out. */
    after?: string
    /** What the reader chooses to get there: the label of the link from `after`. */
    label?: string
    /** The node's first text, in Markdown. */
    text?: string
    /** Left edge on the map; a free place is found when left out. */
    x?: number
    /** Top edge on the map, growing downward; a free place is found when left out. */
    y?: number
    /** The group it belongs to: its title, or the first or last characters of its id. */
    group?: string
  }
  rename_node: {
    /** The new title. */
    title: string
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
    /** Whether to update links in texts, conditions and effects that use the old title. Defaults to false. Undo reverts everything together. */
    rewrite_links?: boolean
  }
  set_node_kind: {
    /** The new kind: `scene`, `character`, `place`, `note`, `group`, or one of the story's own. */
    kind?: string
    /** A color of the palette, `1` to `6`, or one like `#3366cc`; empty for the usual color. */
    color?: string
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  move_node: {
    /** The new left edge; stays when left out. */
    x?: number
    /** The new top edge, growing downward; stays when left out. */
    y?: number
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
    /** The group to put it into: its title, or the first or last characters of its id; empty to take it out of its group. */
    group?: string
  }
  move_nodes: {
    /** The nodes to move and their new positions. The members of a group move with it, except those listed themselves. */
    places: Array<{
      /** The node's title, or the first or last characters of its id. */
      node: string
      /** The new left edge. */
      x: number
      /** The new top edge, growing downward. */
      y: number
    }>
    /** The group to put them all into: its title, or the first or last characters of its id; empty to take them out of their groups. They stay in their groups when left out. */
    group?: string
  }
  tidy_map: {
    /** Only these nodes: their titles, or the first or last characters of their ids. */
    nodes?: Array<string>
  }
  group_nodes: {
    /** The nodes: their titles, or the first or last characters of their ids. */
    nodes: Array<string>
    /** The group's title. */
    title: string
  }
  ungroup: {
    /** The group's title, or the first or last characters of its id. Defaults to the node being edited. */
    group?: string
  }
  fold_groups: {
    /** The groups: their titles, or the first or last characters of their ids. */
    groups: Array<string>
    /** Whether they are to be folded; `false` unfolds them. */
    folded: boolean
  }
  fit_groups: {
    /** The groups: their titles, or the first or last characters of their ids. */
    groups: Array<string>
  }
  color_nodes: {
    /** The nodes: their titles, or the first or last characters of their ids. */
    nodes: Array<string>
    /** A color of the palette, `1` to `6`, or one like `#3366cc`. Defaults to the usual color. */
    color?: string
  }
  set_node_kinds: {
    /** The nodes: their titles, or the first or last characters of their ids. */
    nodes: Array<string>
    /** The kind: `scene`, `character`, `place`, `note`, or one of the story's own. */
    kind: string
  }
  duplicate_nodes: {
    /** The nodes: their titles, or the first or last characters of their ids. */
    nodes: Array<string>
    /** The left edge of the copies together; a little beside the originals when left out. */
    x?: number
    /** The top edge of the copies together, growing downward; a little below the originals when left out. */
    y?: number
  }
  remove_node: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  remove_nodes: {
    /** The nodes: their titles, or the first or last characters of their ids. */
    nodes: Array<string>
  }
  link_nodes: {
    /** Where the link leaves: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
    from?: string
    /** Where it leads: a node's title, or the first or last characters of its id. */
    to: string
    /** What the reader is offered, for instance `Take the red pill`; a plain link when left out. */
    label?: string
    /** When the choice is available, for instance `has_key and gold >= 5` or `visited("Harbor")`, or `otherwise()` for a fallback when no other choice is available. Defaults to always. Variables need no declaration; an unset variable reads as 0, false or an empty text. */
    condition?: string
    /** What taking it does to the variables, for instance `gold = gold - 5; met_neo = true`; nothing when left out. */
    effect?: string
    /** Whether the choice can be taken only once. Defaults to false. */
    once?: boolean
    /** Its place among the links that leave the node, 1 for the first. Defaults to the last place. */
    order?: number
  }
  update_link: {
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
    /** The new condition, for instance `has_key and gold >= 5`; empty to offer it always. */
    condition?: string
    /** The new effect, for instance `gold = gold - 5; met_neo = true`; empty for none. */
    effect?: string
    /** Whether the choice can be taken only once. */
    once?: boolean
    /** The new place among the links that leave the node, 1 for the first. */
    order?: number
  }
  remove_link: {
    /** Where the link leaves: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
    from?: string
    /** Where it leads: a node's title, or the first or last characters of its id. */
    to: string
    /** Its label; needed only where several links lead from the one node to the other. */
    label?: string
  }
  find_nodes: {
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
  outline: {
    /** Show only what this node leads to: its title, or the first or last characters of its id. Defaults to the whole story. */
    node?: string
    /** How many lines to show at most. Defaults to 300. */
    limit?: number
  }
  neighbors: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  find_paths: {
    /** Where the way begins: a node's title, or the first or last characters of its id. Defaults to the node being edited. */
    from?: string
    /** Where it ends: a node's title, or the first or last characters of its id. */
    to: string
    /** How many paths to list at most. Defaults to 5. */
    limit?: number
  }
  show_node: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  read_map: {
    /** The number of the last change that is known already. Defaults to everything. */
    since?: number
  }
  read_node: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  set_start: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  rename_story: {
    /** The story's new title. */
    title: string
  }
  define_kind: {
    /** The kind's name, for instance `faction`. */
    name: string
    /** The capabilities a node of this kind starts with, in the order they are shown, for instance `kv` and `text`. */
    capabilities: Array<string>
  }
  play_story: {
    /** Where the reading begins: a node's title, or the first or last characters of its id. Defaults to the story's start. */
    from?: string
    /** The variables it begins with, as assignments: `gold = 5; met_neo = true`. None are set when left out. */
    state?: string
    /** What was done since, in order: choices, each by its edge id, its label or the title it leads to, and assignments made by hand. */
    steps?: Array<string>
    /** One more choice to take, named like those in `steps`. */
    choose?: string
  }
  set_ending: {
    /** Whether the story may end here. Defaults to true. */
    ending?: boolean
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  set_enter_effect: {
    /** The effect; empty for none. */
    effect: string
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  check_story: {
    /** Only findings about this node: its title, or the first or last characters of its id. */
    node?: string
    /** How many findings to list at most, worst first. Defaults to 100. */
    limit?: number
  }
  story_statistics: {
    /** Where reading begins: a node's title, or the first or last characters of its id. Defaults to the story's start. */
    from?: string
    /** How many nodes and endings to list at most, the longest nodes first. Defaults to 20. */
    limit?: number
  }
  list_versions: {
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
    /** Only versions of this: a capability such as `kv`, `text` or `image`, or `node` for title and kind, or `layout` for the place on the map. Defaults to all. */
    capability?: string
    /** Only versions numbered below this one; for reading on. Needs `capability`. */
    before?: number
    /** How many to list at most. Defaults to 20. */
    limit?: number
  }
  compare_versions: {
    /** Whose versions: `kv`, `text`, `image`, `node` for title and kind, or `layout`. */
    capability: string
    /** The number of the one version. Defaults to the one before `to`. */
    from?: number
    /** The number of the other. Defaults to the adopted version. */
    to?: number
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  adopt_version: {
    /** Whose version: `kv`, `text`, `image`, or `node` for title and kind. */
    capability: string
    /** The version's number, as list_versions gives it. */
    number: number
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
  }
  undo: {
    /** The id of an assistant's turn, or the first or last characters of it, as story_history gives it. */
    turn?: string
    /** The number of a change, as story_history gives it; the rest of its turn is undone with it. */
    change?: number
    /** Only the change named: the rest of its turn stays. */
    alone?: boolean
  }
  redo: Record<string, never>
  list_steps: {
    /** How many to list at most. Defaults to 20. */
    limit?: number
  }
  story_history: {
    /** Only changes numbered below this one; for reading on. */
    before?: number
    /** How many to list at most. Defaults to 20. */
    limit?: number
  }
  create_snapshot: {
    /** The name; it must not be in use. */
    name: string
  }
  list_snapshots: Record<string, never>
  restore_snapshot: {
    /** The snapshot's name. */
    name: string
  }
  list_drafts: Record<string, never>
  show_draft: {
    /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
    draft?: string
  }
  adopt_draft: {
    /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
    draft?: string
    /** The nodes whose pieces to adopt: titles, or first or last characters of ids. Defaults to all. */
    nodes?: Array<string>
  }
  drop_draft: {
    /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
    draft?: string
    /** The nodes whose pieces to drop: titles, or first or last characters of ids. Defaults to all. */
    nodes?: Array<string>
  }
  rebase_draft: {
    /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
    draft?: string
    /** The nodes whose pieces to rebase: titles, or first or last characters of ids. Defaults to all. */
    nodes?: Array<string>
  }
  adopt_passages: {
    /** The draft's id, or the first or last characters of it. Defaults to the only open draft. */
    draft?: string
    /** The node's title, or the first or last characters of its id. Defaults to the node being edited. */
    node?: string
    /** The node's full text after adopting the chosen passages. */
    text: string
  }
  search_story: {
    /** The words to look for, in any language. */
    query: string
    /** Only in nodes of this kind, for instance `character`. */
    kind?: string
    /** How many finds to list at most. Defaults to 20. */
    limit?: number
  }
  export_story: {
    /** The format's short name, for instance `json` (holds everything), `canvas` (JSON Canvas) or `twee` (Twee 3); list_formats lists all. */
    format: string
    /** Whether every older version comes along, with who wrote it, when and why, and with them drafts, named states and conversations. Only the format `json` holds them. */
    history?: boolean
    /** Whether to answer only with what the format cannot hold, without making the file. */
    losses_only?: boolean
    /** The nodes to export, with what their groups hold and the links among them: their titles, or the first or last characters of their ids. Defaults to the whole story. */
    nodes?: Array<string>
    /** Whether a story that was imported from several Twee, Ink or Yarn files is written as one file. Without it, it is written as an archive of those files. */
    single_file?: boolean
  }
  import_story: {
    /** The file's content: its text, or base64 where it is binary. */
    content: string
    /** How the content is given. Defaults to text. - text: As they are: the file is UTF-8 text. - base64: As base64: for binary files. */
    encoding?: 'text' | 'base64'
    /** The format's short name, for instance `twee`. Detected from the content when left out. */
    format?: string
    /** The file's name, which helps to find out its format. No file is read. */
    file_name?: string
    /** `add` keeps the current story and adds to it; `replace` replaces it with the file, to bring back an export that was changed elsewhere. - add: It stays, and what the file holds stands beside it. - replace: The file takes its place: nodes that are in both change, the others go. */
    mode?: 'add' | 'replace'
    /** The left edge of what is added; beside what is there when left out. */
    x?: number
    /** The top edge of what is added, growing downward; beside what is there when left out. */
    y?: number
    /** The group that what is added goes into: its title, or the first or last characters of its id. */
    group?: string
  }
  list_formats: Record<string, never>
  send_message: {
    /** What you want. */
    text: string
    /** The conversation to go on with, by its id or the first or last characters of it. Starts a new one when left out. */
    thread?: string
    /** The node it is about, by title or id. Defaults to the node being edited. */
    node?: string
    /** Images in the story to show to the assistant, each by the hash of its bytes. */
    pictures?: Array<string>
    /** How much the assistant may do by itself: `review` puts its writes into a draft, `adopt` makes them count at once, `ask` waits for your yes before each. - review: Its writes go to a draft that a person adopts. - adopt: Its writes are adopted at once; the whole turn undoes as one. - ask: Each write waits for a yes. */
    autonomy?: 'review' | 'adopt' | 'ask'
  }
  cancel_turn: {
    /** The turn to stop, by id. */
    turn: string
  }
  answer_request: {
    /** The id of the call it asks about. */
    call_id: string
    /** Your answer; `always` also allows this tool for the rest of the conversation. */
    answer: 'approve' | 'always' | 'reject'
    /** What to tell the assistant along with a no. */
    message?: string
    /** Other arguments for the call, as the text of a JSON object; only with `approve`. */
    args?: string
    /** The turn that asks, by id; needed only where several turns ask about calls of one id. */
    turn?: string
  }
  thread_history: {
    /** The conversation, by its id or the first or last characters of it. Defaults to the newest. */
    thread?: string
    /** How many of its newest messages to read at most. Defaults to 100. */
    limit?: number
  }
  list_threads: Record<string, never>
  list_turns: Record<string, never>
  attach_picture: {
    /** The bytes of the picture as base64. */
    content: string
    /** How the content is written; always `base64`. */
    encoding?: 'base64'
  }
  show_context: {
    /** The conversation, by its id or the first or last characters of it. Defaults to the newest. */
    thread?: string
    /** The turn, by its id, of which to show the last request. Defaults to the newest. */
    turn?: string
  }
  set_node_context: {
    /** The node, by title or id. */
    node: string
    /** Pin it, exclude it, or leave it to the instruction. - pin: Always. - exclude: Never. - auto: When it fits. */
    rule: 'pin' | 'exclude' | 'auto'
    /** Only in this conversation, by its id or the first or last characters of it. Defaults to all conversations of the story. */
    thread?: string
  }
  read_context_strategy: {
    /** The conversation, by its id or the first or last characters of it; the story's choice alone when left out. */
    thread?: string
  }
  set_context_strategy: {
    /** `std-sliding-window`, `std-summarization-strategy`, `std-entity-extraction`, or one registered from outside; left out to go back to the settings. */
    plugin_id?: string
    /** Its configuration, as the text of a JSON object. */
    config?: string
    /** Only for this conversation, by its id or the first or last characters of it. Defaults to the whole story. */
    thread?: string
  }
  find_tools: {
    /** What you want to do, in a few words. */
    query: string
  }
  list_allowed: {
    /** The conversation, by its id or the first or last characters of it. */
    thread: string
  }
  revoke_allowed: {
    /** The conversation, by its id or the first or last characters of it. */
    thread: string
    /** The tool's name, as list_allowed gives it. Defaults to all of them. */
    tool?: string
  }
}

export type ToolName = keyof ToolMap
