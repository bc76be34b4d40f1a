//! The edges of a story sorted by the node they leave, for walks over many nodes. Pure.

use std::collections::HashMap;

use model::{Edge, NodeId, Story};

/// The edges that leave each node, in their order.
pub(in crate::story) struct Exits<'a>(HashMap<NodeId, Vec<&'a Edge>>);

impl<'a> Exits<'a> {
    pub(in crate::story) fn of(story: &'a Story) -> Self {
        let mut exits: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
        for edge in story.edges.values() {
            exits.entry(edge.record.from).or_default().push(edge);
        }
        exits
            .values_mut()
            .for_each(|it| it.sort_by_key(|edge| edge.record.order));
        Self(exits)
    }

    pub(in crate::story) fn of_node(&self, node: NodeId) -> &[&'a Edge] {
        self.0.get(&node).map_or(&[], Vec::as_slice)
    }
}
