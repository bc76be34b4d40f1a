//! Sections with numbers, as in a gamebook in print: a choice says which section to turn to.

use std::collections::{HashMap, HashSet};

use model::{ContentHash, Node, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sections that may follow on another are looked for among so many.
const LOOKED_AT: usize = 64;

/// Whether the scenes of a book are sections with numbers, and in which order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Numbering {
    /// No numbers: every scene has its title.
    #[default]
    None,
    /// Numbers instead of titles, in the order of reading.
    InOrder,
    /// Numbers instead of titles, in an order that gives nothing away: the start is 1, and no section
    /// leads to the next one where that can be avoided. The same story is always shuffled alike.
    Shuffled,
}

impl Numbering {
    /// The nodes in the order of their numbers; the first stays the first.
    pub(super) fn arrange<'a>(self, story: &Story, nodes: Vec<&'a Node>) -> Vec<&'a Node> {
        match self {
            Self::None | Self::InOrder => nodes,
            Self::Shuffled => shuffled(story, nodes),
        }
    }
}

fn shuffled<'a>(story: &Story, mut nodes: Vec<&'a Node>) -> Vec<&'a Node> {
    if nodes.is_empty() {
        return nodes;
    }
    let mut linked: HashMap<NodeId, HashSet<NodeId>> = HashMap::new();
    for edge in story.edges.values() {
        let (from, to) = (edge.record.from, edge.record.to);
        linked.entry(from).or_default().insert(to);
        linked.entry(to).or_default().insert(from);
    }
    let mut waiting = nodes.split_off(1);
    waiting.sort_by_cached_key(|it| ContentHash::of(it.id.0.as_bytes()).0);
    // Taken from the end, so that taking one moves no more than those that were looked at.
    while let Some(last) = nodes.last() {
        let near = linked.get(&last.id);
        let is_apart = |it: &&Node| near.is_none_or(|near| !near.contains(&it.id));
        let looked_at = waiting.len().saturating_sub(LOOKED_AT);
        let apart = waiting[looked_at..].iter().rposition(is_apart);
        let Some(at) = apart
            .map(|it| it + looked_at)
            .or(waiting.len().checked_sub(1))
        else {
            break;
        };
        nodes.push(waiting.remove(at));
    }
    nodes
}
