//! Every node's edges in the order they are offered, found in one pass over the story.

use std::collections::HashMap;

use model::play::Exits;
use model::{Edge, NodeId, Story};

use super::title_of;
use crate::reading::tidy_title;

/// The edges that leave each node, in their order.
pub(crate) struct Choices<'a>(HashMap<NodeId, Vec<&'a Edge>>);

impl<'a> Choices<'a> {
    /// Sorts a story's edges by the node they leave.
    pub(crate) fn of(story: &'a Story) -> Self {
        let mut choices: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
        for edge in story.edges.values() {
            choices.entry(edge.record.from).or_default().push(edge);
        }
        for edges in choices.values_mut() {
            edges.sort_by_key(|it| it.record.order);
        }
        Self(choices)
    }

    /// Sorts them by the node a reader is offered them at.
    pub(crate) fn offered(story: &'a Story) -> Self {
        let exits = Exits::of(story);
        let nodes = story.nodes.keys();
        Self(nodes.map(|it| (*it, exits.from(*it).to_vec())).collect())
    }

    /// The edges that leave this node.
    pub(crate) fn from(&self, node: NodeId) -> &[&'a Edge] {
        self.0.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The choices of a node that lead to a page with a number.
    pub(crate) fn numbered(
        &self,
        story: &'a Story,
        node: NodeId,
        numbers: &HashMap<NodeId, usize>,
    ) -> Vec<Choice<'a>> {
        let choice = |edge: &&'a Edge| {
            let target = story.nodes.get(&edge.record.to)?;
            let label = tidy_title(&edge.record.label, "");
            let words = if label.is_empty() {
                title_of(target)
            } else {
                label
            };
            let to = *numbers.get(&edge.record.to)?;
            Some(Choice { edge, to, words })
        };
        self.from(node).iter().filter_map(choice).collect()
    }
}

/// A choice on a page.
pub(crate) struct Choice<'a> {
    /// The edge.
    pub(crate) edge: &'a Edge,
    /// The number of the page it leads to.
    pub(crate) to: usize,
    /// What the reader is offered: its label, or the title of where it leads.
    pub(crate) words: String,
}

/// All edges in the order they were made, but those of one node in the order they are offered: for
/// formats whose only order is that of the file.
pub(crate) fn in_choice_order(story: &Story) -> Vec<&Edge> {
    let choices = Choices::of(story);
    let mut taken: HashMap<NodeId, usize> = HashMap::new();
    let mut sorted = Vec::with_capacity(story.edges.len());
    for edge in story.edges.values() {
        let next = taken.entry(edge.record.from).or_default();
        sorted.push(choices.from(edge.record.from)[*next]);
        *next += 1;
    }
    sorted
}
