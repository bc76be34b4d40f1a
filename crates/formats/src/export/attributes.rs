//! The attributes of a node, as exporters list them.

use model::Node;

pub(crate) use model::contents::KV;

/// Names and values in the author's order.
pub(crate) fn attributes(node: &Node) -> Vec<(&str, String)> {
    let pairs = node.attributes();
    pairs.map(|(key, value)| (key, value.to_owned())).collect()
}
