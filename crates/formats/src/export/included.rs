//! Nodes that are shown as parts of others, such as passages of Twine that include one another.

use std::collections::{HashMap, HashSet};

use markup::expand_includes;
use markup::kept_data;
use model::{Node, NodeId, Story};

/// The prose of nodes that include others, and which nodes are included.
#[derive(Default)]
pub(crate) struct IncludedNodes {
    /// The expanded prose of those that include others.
    texts: HashMap<NodeId, String>,
    included: HashSet<NodeId>,
}

impl IncludedNodes {
    /// Those of these nodes.
    pub(crate) fn of(story: &Story, nodes: &[&Node]) -> Self {
        let includes = story.edges.values().filter(|it| it.record.includes);
        let showing: HashSet<NodeId> = includes.map(|it| it.record.from).collect();
        if showing.is_empty() {
            return Self::default();
        }
        let mut titles: HashMap<&str, &Node> = HashMap::with_capacity(story.nodes.len());
        for node in story.nodes.values() {
            titles.entry(&node.title).or_insert(node);
        }
        let mut found = Self::default();
        for node in nodes.iter().filter(|it| showing.contains(&it.id)) {
            let mut part = |title: &str| {
                let part = *titles.get(title)?;
                found.included.insert(part.id);
                Some(part.clone())
            };
            found
                .texts
                .insert(node.id, expand_includes(node, &mut part));
        }
        found
    }

    /// Whether a node is shown in another one.
    pub(crate) fn contains(&self, node: &Node) -> bool {
        self.included.contains(&node.id)
    }

    /// The prose of a node as it is written, with the nodes it includes.
    pub(crate) fn written<'t>(&'t self, node: &'t Node) -> &'t str {
        self.expanded(node)
            .unwrap_or_else(|| kept_data::text_of(node))
    }

    /// The same, if it includes others.
    pub(crate) fn expanded(&self, node: &Node) -> Option<&str> {
        self.texts.get(&node.id).map(String::as_str)
    }
}
