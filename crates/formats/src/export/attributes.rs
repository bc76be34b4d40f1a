//! The attributes of a node, as exporters list them.

use model::Node;
use model::contents::Attributes;

pub(crate) use model::contents::KV;

/// Names and values in the author's order; values that are not strings as JSON.
pub(crate) fn attributes(node: &Node) -> Vec<(&str, String)> {
    let data = node.data.get(KV).into_iter();
    data.flat_map(|it| Attributes::unchecked_in(it)).collect()
}
