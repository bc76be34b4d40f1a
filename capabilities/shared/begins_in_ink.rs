//! Which stories are played as Ink.

use capability::{ToolError, View};
use model::{NodeId, Story};

/// How many links of a node are followed to see whether a story is in Ink.
const MAX_LINKS: usize = 20;

/// Whether a reading that begins at a node is one of Ink: the node, or one it leads to, came from Ink.
pub(crate) fn begins_in_ink(view: &View, graph: &Story, from: NodeId) -> Result<bool, ToolError> {
    let edges = graph.edges.values().filter(|it| it.record.from == from);
    let targets = edges.map(|it| it.record.to).take(MAX_LINKS);
    for id in std::iter::once(from).chain(targets) {
        let node = view.node(id)?;
        if node.is_some_and(|it| markup::notation::ink::is_from(&it)) {
            return Ok(true);
        }
    }
    Ok(false)
}
