/** Former names of tools: stored changes and conversations keep them. */

const PRESENT: Readonly<Record<string, string>> = {
  arrange_nodes: 'move_nodes',
  choose_context: 'set_node_context',
  describe_node: 'set_node_kind',
  describe_nodes: 'set_node_kinds',
  list_states: 'list_snapshots',
  mark_ending: 'set_ending',
  name_state: 'create_snapshot',
  relabel_link: 'update_link',
  restore_state: 'restore_snapshot',
  unlink_nodes: 'remove_link',
  write_attributes: 'update_attribute_table',
}

/** The present name of a tool that a stored change or call names; any other word as it is. */
export function currentToolName(name: string): string {
  return Object.hasOwn(PRESENT, name) ? (PRESENT[name] ?? name) : name
}
