//! The choices of every node as offered to a reader: computed links without known targets are left
//! out, and a node included as a part of another contributes its choices to it.

use std::collections::{HashMap, HashSet};

use super::expression::Expression;
use crate::{Edge, EdgeRecord, NodeId, Story};

/// How many parts of one node are followed; no real text has more.
const MAX_INCLUDED_PARTS: usize = 100;

/// The edges that leave each node, in reading order.
pub struct OutgoingLinks<'a>(HashMap<NodeId, Vec<&'a Edge>>);

impl<'a> OutgoingLinks<'a> {
    /// Groups a story's edges by the node where they are offered.
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

/// Which nodes are included as parts of which.
pub struct IncludeGraph<'a>(HashMap<NodeId, Vec<&'a Edge>>);

impl<'a> IncludeGraph<'a> {
    /// Collects the edges of a story that include one node in another.
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

    /// The nodes that include others.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.0.keys().copied()
    }

    /// The nodes that a node includes, directly or indirectly, each once, in reading order.
    pub fn parts_of(&self, node: NodeId) -> Vec<NodeId> {
        with_parts(node, &self.0).1
    }
}

/// The choices of a node with those of its parts at their positions, and the parts.
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
        } else if record.includes && parts.len() < MAX_INCLUDED_PARTS && seen.insert(record.to) {
            parts.push(record.to);
            open.push(edges_of(&record.to).iter());
        }
    }
    (offered, parts)
}

impl EdgeRecord {
    /// Its condition, where it has one that can be read.
    pub fn read_condition(&self) -> Option<Expression> {
        self.condition.as_deref()?.parse().ok()
    }

    /// Whether its condition asks for what else can be taken.
    pub fn asks_otherwise(&self) -> bool {
        self.read_condition().is_some_and(|it| it.asks_otherwise())
    }
}
