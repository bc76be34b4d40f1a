//! The name of each node in a file: the one it was imported with, or a new one.

use std::collections::{HashMap, HashSet};

use model::{Node, NodeId, Story};

use super::NAME;
use super::read::title_of;
use super::syntax::header;
use crate::export::{UniqueNames, with_number_suffix};
use markup::kept_data;

/// The imported head of a node; `None` for one created here.
pub(super) fn kept_head(node: &Node) -> Option<&str> {
    let head = kept_data::get(&node.data, NAME)?.get("head")?.as_str()?;
    // A head that does not end right before the body would swallow the node.
    let ends = head.lines().filter(|it| it.trim() == "---").count() == 1
        && head.lines().next_back().map(str::trim) == Some("---");
    ends.then_some(head)
}

/// The names of all nodes. Several nodes of a file may have one name.
pub(super) fn node_names(story: &Story) -> HashMap<NodeId, String> {
    let mut names = HashMap::new();
    let mut taken: HashSet<String> = RESERVED_NAMES.map(str::to_owned).into();
    for node in story.nodes.values() {
        let head = kept_head(node);
        let Some((head, name)) = head.and_then(|it| Some((it, header(it, "title")?))) else {
            continue;
        };
        // A copy of a node has the head of its original and another title.
        let is_copy = taken.contains(name) && title_of(head) != node.title;
        if !is_copy {
            taken.insert(name.to_owned());
            names.insert(node.id, name.to_owned());
        }
    }
    let mut free = UniqueNames::new(taken, with_number_suffix);
    for node in story.nodes.values() {
        names
            .entry(node.id)
            .or_insert_with(|| free.take(&identifier(&node.title)));
    }
    names
}

/// A title as an identifier for jumps, in ASCII because not every compiler accepts other letters.
fn identifier(title: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = title.trim().chars().map(plain).collect();
    let name = name.trim_matches('_');
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name.to_owned(),
        _ => format!("Node_{name}").trim_end_matches('_').to_owned(),
    }
}

/// Property names of every JavaScript object, since JavaScript runners look up nodes in objects.
const RESERVED_NAMES: [&str; 6] = [
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "toString",
    "valueOf",
];
