//! Which stories are played as the script of another program.

use capability::{ToolError, View};
use markup::notation::{ink, yarn};
use model::{NodeId, Story};
use script_player::Language;

/// How many links of a node are followed to see whether a story is a script.
const MAX_LINKS: usize = 20;

/// The language of the script that a reading begins in: the node, or one it leads to, came from there.
pub(crate) fn script_language(
    view: &View,
    graph: &Story,
    from: NodeId,
) -> Result<Option<Language>, ToolError> {
    let edges = graph.edges.values().filter(|it| it.record.from == from);
    let targets = edges.map(|it| it.record.to).take(MAX_LINKS);
    for id in std::iter::once(from).chain(targets) {
        match view.node(id)? {
            Some(node) if ink::is_from(&node) => return Ok(Some(Language::Ink)),
            Some(node) if yarn::is_from(&node) => return Ok(Some(Language::Yarn)),
            _ => {}
        }
    }
    Ok(None)
}
