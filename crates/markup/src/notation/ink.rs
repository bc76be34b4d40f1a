//! Ink: what the text of a knot or stitch says about how reading continues.

use model::Node;

use crate::kept_data;

/// The name under which Ink keeps its data on a node.
pub const NAME: &str = "ink";

/// Whether a node came from Ink.
pub fn is_from(node: &Node) -> bool {
    kept_data::get(&node.data, NAME).is_some_and(|it| it.contains_key("head"))
}

/// Whether the text of a node contains more than once-only choices: a sticky choice, or a gather,
/// below which reading continues.
pub fn may_go_on(node: &Node) -> bool {
    let mut lines = kept_data::text_of(node).lines().map(str::trim_start);
    lines.any(|it| it.starts_with('+') || it.starts_with('-') && !it.starts_with("->"))
}

/// Whether the story, or a tunnel, may end in a node.
pub fn may_end(node: &Node) -> bool {
    let text = kept_data::text_of(node);
    let mut diverts = text.split("->").skip(1).map(str::trim_start);
    diverts.any(|it| ["END", "DONE"].iter().any(|end| it.starts_with(end))) || text.contains("->->")
}
