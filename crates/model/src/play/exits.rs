//! The choices of every node as a reader is offered them: computed links that lead nowhere known
//! are none, and a node that is shown as a part of another lends it its own.

use std::collections::{HashMap, HashSet};

use crate::{Edge, NodeId, Story};

/// How many parts are followed from one node: no text is made of more.
const MOST_PARTS: usize = 100;

/// The edges that leave each node, sorted for reading.
pub struct Exits<'a>(HashMap<NodeId, Vec<&'a Edge>>);

impl<'a> Exits<'a> {
    /// Sorts a story's edges by the node they are offered at.
    pub fn of(story: &'a Story) -> Self {
        let mut leaving: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
        for edge in story.edges.values() {
            leaving.entry(edge.record.from).or_default().push(edge);
        }
        for edges in leaving.values_mut() {
            edges.sort_by_key(|it| it.record.order);
        }
        let plain = |it: &&Edge| it.record.is_choice();
        let odd: Vec<NodeId> = leaving
            .iter()
            .filter(|(_, edges)| !edges.iter().all(plain))
            .map(|(node, _)| *node)
            .collect();
        let offered: Vec<_> = odd
            .into_iter()
            .map(|it| (it, with_parts(it, &leaving).0))
            .collect();
        leaving.extend(offered);
        Self(leaving)
    }

    /// The choices of a node, in the order they are offered.
    pub fn from(&self, node: NodeId) -> &[&'a Edge] {
        self.0.get(&node).map_or(&[], Vec::as_slice)
    }
}

/// Which nodes are shown as parts of which.
pub struct Including<'a>(HashMap<NodeId, Vec<&'a Edge>>);

impl<'a> Including<'a> {
    /// Sorts the edges of a story that show one node as a part of another.
    pub fn of(story: &'a Story) -> Self {
        let mut leaving: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
        let includes = story.edges.values().filter(|it| it.record.includes);
        for edge in includes {
            leaving.entry(edge.record.from).or_default().push(edge);
        }
        for edges in leaving.values_mut() {
            edges.sort_by_key(|it| it.record.order);
        }
        Self(leaving)
    }

    /// The nodes that show others.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.0.keys().copied()
    }

    /// The nodes that are shown as parts of a node, and their parts, each once, in reading order.
    pub fn parts_of(&self, node: NodeId) -> Vec<NodeId> {
        with_parts(node, &self.0).1
    }
}

/// The choices offered at a node with those of its parts where they stand, and the parts.
fn with_parts<'a>(
    node: NodeId,
    leaving: &HashMap<NodeId, Vec<&'a Edge>>,
) -> (Vec<&'a Edge>, Vec<NodeId>) {
    let (mut offered, mut parts) = (Vec::new(), Vec::new());
    let mut seen = HashSet::from([node]);
    let edges_of = |it: &NodeId| leaving.get(it).map_or(&[][..], Vec::as_slice);
    let mut open = vec![edges_of(&node).iter()];
    while let Some(edges) = open.last_mut() {
        let Some(edge) = edges.next() else {
            open.pop();
            continue;
        };
        let record = &edge.record;
        if record.is_choice() {
            offered.push(*edge);
        } else if record.includes && parts.len() < MOST_PARTS && seen.insert(record.to) {
            parts.push(record.to);
            open.push(edges_of(&record.to).iter());
        }
    }
    (offered, parts)
}
