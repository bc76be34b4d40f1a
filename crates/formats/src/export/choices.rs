//! The edges of every node in the order they are offered, collected in one pass over the story.

use std::borrow::Cow;
use std::collections::HashMap;

use model::play::OutgoingLinks;
use model::{Edge, NodeId, Story};

use super::title_of;
use crate::import::tidy_title;

/// The outgoing edges of each node, in order.
pub(crate) struct Choices<'a> {
    story: &'a Story,
    /// The edges of node `n` are at `starts[n]..starts[n + 1]`.
    edges: Vec<&'a Edge>,
    starts: Vec<usize>,
}

impl<'a> Choices<'a> {
    /// Groups a story's edges by their source node.
    pub(crate) fn of(story: &'a Story) -> Self {
        let from = |it: &Edge| story.nodes.get_index_of(&it.record.from);
        let edges = story
            .edges
            .values()
            .filter_map(|it| Some((from(it)?, &**it)));
        let edges: Vec<(usize, &Edge)> = edges.collect();
        // Counting sort by source node.
        let mut starts = vec![0; story.nodes.len() + 1];
        for (from, _) in &edges {
            starts[from + 1] += 1;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let mut next = starts.clone();
        let mut sorted: Vec<&Edge> = edges.iter().map(|it| it.1).collect();
        for (from, edge) in edges {
            sorted[next[from]] = edge;
            next[from] += 1;
        }
        for own in starts.windows(2) {
            sorted[own[0]..own[1]].sort_by_key(|it| it.record.order);
        }
        Self {
            story,
            edges: sorted,
            starts,
        }
    }

    /// Groups the edges by the node at which a reader is offered them.
    pub(crate) fn offered(story: &'a Story) -> Self {
        let exits = OutgoingLinks::of(story);
        let (mut edges, mut starts) = (Vec::new(), vec![0]);
        for node in story.nodes.keys() {
            edges.extend(exits.from(*node));
            starts.push(edges.len());
        }
        Self {
            story,
            edges,
            starts,
        }
    }

    /// The edges that leave this node.
    pub(crate) fn from(&self, node: NodeId) -> &[&'a Edge] {
        let number = self.story.nodes.get_index_of(&node);
        number.map_or(&[], |it| self.at_index(it))
    }

    /// The edges that leave the node with this index.
    pub(crate) fn at_index(&self, number: usize) -> &[&'a Edge] {
        &self.edges[self.starts[number]..self.starts[number + 1]]
    }

    /// The choices of a node that lead to a numbered page.
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
    /// The number of the target page.
    pub(crate) to: usize,
    /// What the reader sees: the label, or the title of the target.
    pub(crate) words: String,
}

/// The condition of a choice as text to show after it; `None` if it is always offered.
pub(crate) fn condition_text(edge: &Edge) -> Option<Cow<'_, str>> {
    match (edge.record.once, edge.record.condition.as_deref()) {
        (false, condition) => condition.map(Cow::Borrowed),
        (true, None) => Some(Cow::Borrowed("once")),
        (true, Some(condition)) => Some(Cow::Owned(format!("once, {condition}"))),
    }
}

/// All edges in creation order, except that edges of the same node are in the order they are
/// offered: for formats in which file order is the only order.
pub(crate) fn in_choice_order(story: &Story) -> Vec<&Edge> {
    let choices = Choices::of(story);
    let mut taken: HashMap<NodeId, usize> = HashMap::new();
    let mut sorted = Vec::with_capacity(story.edges.len());
    for edge in story.edges.values() {
        let next = taken.entry(edge.record.from).or_default();
        // An edge whose source node no longer exists keeps its position.
        sorted.push(
            choices
                .from(edge.record.from)
                .get(*next)
                .copied()
                .unwrap_or(edge),
        );
        *next += 1;
    }
    sorted
}
