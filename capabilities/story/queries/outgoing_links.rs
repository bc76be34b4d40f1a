//! The edges of a story by the node they leave, for traversals. Pure.

use std::collections::HashMap;

use model::{Edge, NodeId, Story};

/// The edges that leave each node, in their order.
pub(in crate::story) struct OutgoingLinks<'a>(HashMap<NodeId, Vec<&'a Edge>>);

impl<'a> OutgoingLinks<'a> {
    pub(in crate::story) fn of(story: &'a Story) -> Self {
        let mut outgoing: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
        for edge in story.edges.values() {
            outgoing.entry(edge.record.from).or_default().push(edge);
        }
        outgoing
            .values_mut()
            .for_each(|it| it.sort_by_key(|edge| edge.record.order));
        Self(outgoing)
    }

    pub(in crate::story) fn of_node(&self, node: NodeId) -> &[&'a Edge] {
        self.0.get(&node).map_or(&[], Vec::as_slice)
    }
}
